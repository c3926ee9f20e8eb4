// What people keep about an invoice, as a form; the project only for those who link invoices.
import type { Invoice } from "../../api/types";
import type { FieldDescription } from "../../ui/form/fields";

const LONGEST_NOTE = 2000;

export function followUpFields(invoice: Invoice): readonly FieldDescription[] {
  const { client } = invoice;
  const kept: readonly FieldDescription[] = [
    { kind: "date", name: "follow_up_on", label: "receivables.follow_up.on" },
    {
      kind: "reference",
      name: "follow_up_owner",
      label: "receivables.follow_up.owner",
      path: "/follow-up-owners",
    },
    {
      kind: "textarea",
      name: "follow_up_note",
      label: "receivables.follow_up.note",
      max: LONGEST_NOTE,
    },
  ];
  if (client === null || !invoice.can.includes("link")) return kept;
  const project: FieldDescription = {
    kind: "reference",
    name: "project",
    label: "invoices.field.project",
    path: "/projects",
    query: { client: client.api_id, archived: "include" },
  };
  return [...kept, project];
}
