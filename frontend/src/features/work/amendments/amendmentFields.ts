// The form fields of an amendment.
import { AmendmentCreate } from "../../../api/shapes/AmendmentCreate.gen";
import { defineFields } from "../../../ui/form/fields";

export type AmendedKind = "fixed" | "oos";

export function amendmentFields(kind: AmendedKind) {
  return defineFields(AmendmentCreate, [
    {
      kind: "money",
      name: "amount",
      label: "projects.field.amount_change",
      help: "amendments.help.amount",
      currencyField: "currency",
      required: true,
    },
    {
      kind: "date",
      name: "effective_on",
      label: "projects.field.effective_from",
      help: `amendments.help.${kind}`,
      required: true,
    },
    { kind: "text", name: "reason", label: "projects.field.reason" },
  ]);
}
