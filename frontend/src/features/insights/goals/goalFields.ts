// The form fields of a goal, of its check-ins, and of closing and reopening it.
import { CheckInCreate } from "../../../api/shapes/CheckInCreate.gen";
import { GoalClosing, GoalClosingValues } from "../../../api/shapes/GoalClosing.gen";
import { GoalCreate, GoalCreateValues } from "../../../api/shapes/GoalCreate.gen";
import { GoalReopening } from "../../../api/shapes/GoalReopening.gen";
import { defineFields, type FormValuesOf } from "../../../ui/form/fields";

/** The actions that have a dialog. */
export type GoalChange = "check_in" | "edit" | "close" | "reopen";

type Values = FormValuesOf<typeof GoalCreate>;

const MONEY_METRICS: readonly Values["metric_key"][] = ["retained_mrr", "churned_mrr", "oos_sold"];

const isLinked = ({ measure }: Values) => measure === "linked";
const hasValues = ({ measure }: Values) => measure !== "" && measure !== "yes_no";
const isMoney = ({ measure, metric_key: metric }: Values) =>
  measure === "money" || (measure === "linked" && MONEY_METRICS.includes(metric));

export const goalFields = defineFields(GoalCreate, [
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
    visibleWhen: isLinked,
  },
  {
    kind: "choice",
    name: "currency",
    label: "goals.field.currency",
    enumName: "currency",
    required: true,
    visibleWhen: isMoney,
  },
  {
    kind: "choice",
    name: "direction",
    label: "goals.field.direction",
    help: "goals.help.direction",
    enumName: "goal_direction",
    required: true,
    visibleWhen: hasValues,
  },
  {
    kind: "decimal",
    name: "start_value",
    label: "goals.field.start_value",
    help: "goals.help.start_value",
    visibleWhen: hasValues,
  },
  {
    kind: "decimal",
    name: "target_value",
    label: "goals.field.target_value",
    required: true,
    visibleWhen: hasValues,
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
]);

/** On creation: only administrators see a draft. */
export const newGoalFields = [
  ...goalFields,
  ...defineFields(GoalCreate, [
    {
      kind: "choice",
      name: "status",
      label: "goals.field.starts_as",
      help: "goals.help.starts_as",
      enumName: "goal_status",
      values: GoalCreateValues.status,
      required: true,
    },
  ]),
];

export const yesNoFields = defineFields(CheckInCreate, [
  {
    kind: "date",
    name: "checked_on",
    label: "goals.field.checked_on",
    help: "goals.help.checked_on",
  },
  { kind: "textarea", name: "note", label: "goals.field.note" },
]);
export const checkInFields = [
  ...defineFields(CheckInCreate, [
    {
      kind: "decimal",
      name: "value",
      label: "goals.field.value",
      help: "goals.help.value",
      required: true,
    },
  ]),
  ...yesNoFields,
];
export const closingFields = defineFields(GoalClosing, [
  {
    kind: "choice",
    name: "status",
    label: "goals.field.verdict",
    enumName: "goal_status",
    values: GoalClosingValues.status,
    required: true,
  },
  {
    kind: "textarea",
    name: "note",
    label: "goals.field.closing_note",
    help: "goals.help.closing_note",
  },
]);
export const reopeningFields = defineFields(GoalReopening, [
  { kind: "text", name: "reason", label: "goals.field.reason", required: true },
]);
