// The form fields of a follow-up, with the project for users who may link invoices.
import { InvoiceUpdate } from "../../../api/shapes/InvoiceUpdate.gen";
import type { Invoice } from "../../../api/types";
import { defineFields } from "../../../ui/form/fields";

const baseFields = defineFields(InvoiceUpdate, [
  { kind: "date", name: "follow_up_on", label: "invoices.field.follow_up_on" },
  {
    kind: "reference",
    name: "follow_up_owner",
    label: "invoices.field.follow_up_owner",
    path: "/follow-up-owners",
  },
  { kind: "textarea", name: "follow_up_note", label: "invoices.field.follow_up_note" },
]);

export function followUpFields(invoice: Invoice) {
  const { client } = invoice;
  if (client === null || !invoice.can.includes("link")) return baseFields;
  const project = defineFields(InvoiceUpdate, [
    {
      kind: "reference",
      name: "project",
      label: "invoices.field.project",
      path: "/projects",
      query: { client: client.api_id, archived: "include" },
    },
  ]);
  return [...baseFields, ...project];
}
