// The form fields of dating and dismissing an undated term.
import { TermDating } from "../../../api/shapes/TermDating.gen";
import { UndatedTermDating } from "../../../api/shapes/UndatedTermDating.gen";
import { UndatedTermDismissal } from "../../../api/shapes/UndatedTermDismissal.gen";
import type { UndatedTerm } from "../../../api/types";
import { defineFields } from "../../../ui/form/fields";

export const dismissalFields = defineFields(UndatedTermDismissal, [
  {
    kind: "textarea",
    name: "reason",
    label: "undated_terms.field.decision_reason",
    help: "undated_terms.dismiss.detail",
    required: true,
  },
]);

const day = defineFields(TermDating, [
  {
    kind: "date",
    name: "effective_from",
    label: "dated_terms.effective_from",
    help: "undated_terms.date.detail",
    required: true,
  },
]);

const reason = defineFields(TermDating, [
  { kind: "text", name: "reason", label: "undated_terms.field.decision_reason" },
]);

const people = defineFields(TermDating, [
  {
    kind: "reference",
    name: "account_manager",
    label: "projects.field.account_manager",
    path: "/account-managers",
  },
  {
    kind: "reference",
    name: "project_manager",
    label: "projects.field.project_manager",
    path: "/employees",
  },
  { kind: "reference", name: "team", label: "projects.field.team", path: "/teams" },
]);

const severalNames = defineFields(UndatedTermDating, [
  {
    kind: "switch",
    name: "stays_open",
    label: "undated_terms.date.stays_open",
    help: "undated_terms.date.stays_open_help",
  },
]);

/** One day for several terms; the server refuses a person where none is missing. */
export const bulkDatingFields = [...day, ...people, ...reason];

export function datingFields({ name, names }: UndatedTerm) {
  const missing = people
    .filter((field) => field.name === name)
    .map((field) => ({ ...field, required: true }));
  return [...day, ...missing, ...reason, ...(names?.includes(", ") ? severalNames : [])];
}
