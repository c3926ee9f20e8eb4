// A goal's fields, once for setting and changing it; what its measure leaves no choice about is not asked.
import type { FieldDescription, FormValues } from "../../ui/form/fields";

/** What is done with a goal in a dialogue of its own. */
export type GoalDeed = "check_in" | "edit" | "close" | "reopen";

const IN_MONEY: readonly unknown[] = ["retained_mrr", "churned_mrr", "oos_sold"];

const isLinked = ({ measure }: FormValues) => measure === "linked";
const hasValues = ({ measure }: FormValues) => measure !== "" && measure !== "yes_no";
const isMoney = ({ measure, metric_key: metric }: FormValues) =>
  measure === "money" || (measure === "linked" && IN_MONEY.includes(metric));

export const goalFields: readonly FieldDescription[] = [
  { kind: "text", name: "title", label: "goals.field.title", required: true },
  { kind: "textarea", name: "description", label: "goals.field.description" },
  {
    kind: "choice",
    name: "measure",
    label: "goals.field.measure",
    help: "goals.help.measure",
    enumName: "goal_measure",
    required: true,
    section: "goals.section.target",
  },
  {
    kind: "choice",
    name: "metric_key",
    label: "goals.field.metric_key",
    help: "goals.help.metric_key",
    enumName: "goal_metric",
    required: true,
    shownWhen: isLinked,
  },
  {
    kind: "choice",
    name: "currency",
    label: "goals.field.currency",
    enumName: "currency",
    required: true,
    shownWhen: isMoney,
  },
  {
    kind: "choice",
    name: "direction",
    label: "goals.field.direction",
    help: "goals.help.direction",
    enumName: "goal_direction",
    required: true,
    shownWhen: hasValues,
  },
  {
    kind: "decimal",
    name: "start_value",
    label: "goals.field.start_value",
    help: "goals.help.start_value",
    shownWhen: hasValues,
  },
  {
    kind: "decimal",
    name: "target_value",
    label: "goals.field.target_value",
    required: true,
    shownWhen: hasValues,
  },
  {
    kind: "date",
    name: "period_start",
    label: "goals.field.period_start",
    required: true,
    section: "goals.section.period",
  },
  { kind: "date", name: "period_end", label: "goals.field.period_end", required: true },
  {
    kind: "integer",
    name: "weight",
    label: "goals.field.weight",
    help: "goals.help.weight",
    min: 1,
    max: 100,
    required: true,
    section: "goals.section.place",
  },
  {
    kind: "choice",
    name: "visibility",
    label: "goals.field.visibility",
    help: "goals.help.visibility",
    enumName: "goal_visibility",
    required: true,
  },
];

/** When it is set: a draft is seen by administrators alone until it begins. */
export const newGoalFields: readonly FieldDescription[] = [
  ...goalFields,
  {
    kind: "choice",
    name: "status",
    label: "goals.field.starts_as",
    help: "goals.help.starts_as",
    enumName: "goal_status",
    values: ["draft", "active"],
    required: true,
  },
];

const date: FieldDescription = {
  kind: "date",
  name: "checked_on",
  label: "goals.field.checked_on",
  help: "goals.help.checked_on",
};
const note: FieldDescription = { kind: "textarea", name: "note", label: "goals.field.note" };

export const yesNoFields: readonly FieldDescription[] = [date, note];
export const checkInFields: readonly FieldDescription[] = [
  {
    kind: "decimal",
    name: "value",
    label: "goals.field.value",
    help: "goals.help.value",
    required: true,
  },
  date,
  note,
];
export const closingFields: readonly FieldDescription[] = [
  {
    kind: "choice",
    name: "status",
    label: "goals.field.verdict",
    enumName: "goal_status",
    values: ["achieved", "missed", "cancelled"],
    required: true,
  },
  {
    kind: "textarea",
    name: "note",
    label: "goals.field.closing_note",
    help: "goals.help.closing_note",
  },
];
export const reopeningFields: readonly FieldDescription[] = [
  { kind: "text", name: "reason", label: "goals.field.reason", required: true },
];
