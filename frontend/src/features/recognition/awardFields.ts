// What is asked of whoever gives a value.
import type { FieldDescription } from "../../ui/form/fields";

const LONGEST_MESSAGE = 500;

export const awardFields: readonly FieldDescription[] = [
  {
    kind: "reference",
    name: "receiver",
    label: "recognition.field.receiver",
    path: "/employees",
    required: true,
  },
  {
    kind: "reference",
    name: "core_value",
    label: "recognition.field.core_value",
    path: "/core-values",
    query: { is_active: true },
    required: true,
  },
  {
    kind: "textarea",
    name: "message",
    label: "recognition.field.message",
    help: "recognition.help.message",
    max: LONGEST_MESSAGE,
    required: true,
  },
  {
    kind: "date",
    name: "awarded_on",
    label: "recognition.field.awarded_on",
    help: "recognition.help.awarded_on",
  },
  {
    kind: "reference",
    name: "project",
    label: "recognition.field.project",
    help: "recognition.help.project",
    path: "/projects",
  },
  {
    kind: "choice",
    name: "visibility",
    label: "recognition.field.visibility",
    enumName: "award_visibility",
    required: true,
  },
];
