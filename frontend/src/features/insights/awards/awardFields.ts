// The form fields of recognition.
import { AwardCreateAnywhere } from "../../../api/shapes/AwardCreateAnywhere.gen";
import { defineFields } from "../../../ui/form/fields";

export const awardFields = defineFields(AwardCreateAnywhere, [
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
]);
