// The form fields of dated terms, by what they do.
import { TermCreate } from "../../../api/shapes/TermCreate.gen";
import { defineFields } from "../../../ui/form/fields";

export type TermAction = "fee" | "pause" | "resume" | "end";

/** What each action sends besides its fields. */
export const TERM_OF_ACTION = {
  fee: { name: "fee" },
  pause: { name: "state", state: "on_hold" },
  resume: { name: "state", state: "active" },
  end: { name: "state", state: "ended" },
} as const;

export const ACTION_OF_STATE = { on_hold: "pause", active: "resume", ended: "end" } as const;

export function termFields(action: TermAction) {
  const dated = defineFields(TermCreate, [
    {
      kind: "date",
      name: "effective_from",
      label: `terms.day.${action}`,
      help: `terms.help.${action}`,
      required: true,
    },
    { kind: "text", name: "reason", label: "projects.field.reason" },
  ]);
  const amount = defineFields(TermCreate, [
    {
      kind: "money",
      currencyField: "currency",
      name: "amount",
      label: "projects.field.monthly_fee",
      required: true,
    },
  ]);
  return action === "fee" ? [...amount, ...dated] : dated;
}
