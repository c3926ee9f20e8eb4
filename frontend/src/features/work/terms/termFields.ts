// The form fields of dated terms, by what they do.
import { TermCreate } from "../../../api/shapes/TermCreate.gen";
import type { ProjectTerm } from "../../../api/types";
import { defineFields, type FieldDescription, type FormValuesOf } from "../../../ui/form/fields";

type ValueName = Exclude<ProjectTerm["name"], "state">;
export type TermAction = ValueName | "pause" | "resume" | "end";

/** What each action sends besides its fields. */
export const TERM_OF_ACTION = {
  fee: { name: "fee" },
  included_hours: { name: "included_hours" },
  rollover: { name: "rollover" },
  overage_rate: { name: "overage_rate" },
  pause: { name: "state", state: "on_hold" },
  resume: { name: "state", state: "active" },
  end: { name: "state", state: "ended" },
} as const;

const ACTION_OF_STATE = { on_hold: "pause", active: "resume", ended: "end" } as const;

/** The action that records such a term; churns have their own page. */
export function actionOf({ name, state }: ProjectTerm): TermAction {
  if (name !== "state") return name;
  return state === null || state === "churned" ? "end" : ACTION_OF_STATE[state];
}

const rollsOver = ({ rollover }: FormValuesOf<typeof TermCreate>) =>
  rollover === "surplus" || rollover === "both";

const VALUE_FIELDS = {
  fee: defineFields(TermCreate, [
    {
      kind: "choice",
      name: "billing_interval",
      label: "projects.field.billing_interval",
      enumName: "billing_interval",
      required: true,
    },
    {
      kind: "money",
      currencyField: "currency",
      name: "amount",
      label: "terms.amount",
      required: true,
    },
  ]),
  included_hours: defineFields(TermCreate, [
    { kind: "hours", name: "hours", label: "projects.field.included_hours", required: true },
  ]),
  rollover: defineFields(TermCreate, [
    {
      kind: "choice",
      name: "rollover",
      label: "projects.field.rollover",
      enumName: "rollover",
      required: true,
    },
    {
      kind: "hours",
      name: "rollover_cap_hours",
      label: "projects.field.rollover_cap_hours",
      visibleWhen: rollsOver,
    },
    {
      kind: "integer",
      name: "rollover_expiry_months",
      label: "projects.field.rollover_expiry_months",
      visibleWhen: rollsOver,
    },
  ]),
  overage_rate: defineFields(TermCreate, [
    {
      kind: "money",
      currencyField: "currency",
      name: "amount",
      label: "projects.field.overage_rate",
      required: true,
    },
  ]),
} as const;

type Fields = readonly FieldDescription<keyof FormValuesOf<typeof TermCreate>>[];

/** The fields whose values a preview needs: the value and its day. */
export function previewedFields(action: TermAction): Fields {
  const day = defineFields(TermCreate, [
    {
      kind: "date",
      name: "effective_from",
      label: `terms.day.${action}`,
      help: `terms.help.${action}`,
      required: true,
    },
  ]);
  const value: Fields = action in VALUE_FIELDS ? VALUE_FIELDS[action as ValueName] : [];
  return [...value, ...day];
}

export function termFields(action: TermAction): Fields {
  const reason = defineFields(TermCreate, [
    { kind: "text", name: "reason", label: "projects.field.reason" },
  ]);
  return [...previewedFields(action), ...reason];
}
