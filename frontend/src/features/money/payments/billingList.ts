// The list of what is still to invoice over all projects: columns and filters.
import { listPayments } from "../../../api/shapes/listPayments.gen";
import { defineList } from "../../../ui/table/listDescription";

/** Planned, ready, invoiced in part, or to be reconciled again because the invoice is gone. */
export const TO_INVOICE = {
  status: ["planned", "ready", "partially_invoiced", "invoice_voided", "invoice_deleted"],
} as const;

export const billingList = defineList(listPayments, {
  computed: ["name"],
  file: { list: "projects-payments", fixed: TO_INVOICE },
  requires: "payments.view",
  defaultSort: "due_on",
  card: { head: "open_amount", about: ["project", "due_on"], standing: ["name", "status"] },
  columns: [
    { id: "client", label: "payments.field.client", sort: "client", text: true },
    { id: "project", label: "payments.field.project", sort: "project" },
    { id: "name", label: "payments.field.name" },
    { id: "due_on", label: "payments.field.due_on", sort: "due_on" },
    {
      id: "open_amount",
      label: "payments.field.open_amount",
      help: "payments.explained.open_amount",
      align: "end",
    },
    {
      id: "amount",
      label: "payments.field.amount",
      help: "payments.explained.amount",
      sort: "amount",
      align: "end",
      hidden: true,
    },
    { id: "status", label: "payments.field.status", sort: "status" },
    { id: "account_manager", label: "payments.field.account_manager", text: true, hidden: true },
    { id: "note", label: "payments.field.note", text: true, hidden: true },
  ],
  filters: [
    {
      kind: "choice",
      id: "status",
      label: "payments.field.status",
      enumName: "payment_status",
      values: TO_INVOICE.status,
      multiple: true,
    },
    { kind: "dates", id: "due", label: "payments.field.due_on", from: "due_from", to: "due_to" },
    { kind: "reference", id: "client", label: "payments.field.client", path: "/clients" },
    {
      kind: "reference",
      id: "account_manager",
      label: "payments.field.account_manager",
      path: "/account-managers",
    },
    { kind: "choice", id: "currency", label: "projects.field.currency", enumName: "currency" },
  ],
});
