// The list of a project's payments: columns and filters.
import { listPayments } from "../../../api/shapes/listPayments.gen";
import { defineList } from "../../../ui/table/listDescription";

export const PAYMENTS_PATH = "/projects-payments";

export const projectPaymentsList = defineList(listPayments, {
  computed: ["name"],
  file: { list: "projects-payments" },
  requires: "payments.view",
  searchable: false,
  defaultSort: "due_on",
  card: { head: "amount", about: ["due_on", "invoice"], standing: ["status", "paid_amount"] },
  columns: [
    { id: "name", label: "payments.field.name" },
    { id: "due_on", label: "payments.field.due_on", sort: "due_on" },
    {
      id: "amount",
      label: "payments.field.amount",
      help: "payments.explained.amount",
      sort: "amount",
      align: "end",
    },
    {
      id: "open_amount",
      label: "payments.field.open_amount",
      help: "payments.explained.open_amount",
      align: "end",
      hidden: true,
    },
    { id: "status", label: "payments.field.status", sort: "status" },
    { id: "invoice", label: "payments.field.invoice" },
    {
      id: "invoiced_amount",
      label: "payments.field.invoiced_amount",
      help: "payments.explained.invoiced_amount",
      align: "end",
      hidden: true,
    },
    {
      id: "paid_amount",
      label: "payments.field.paid_amount",
      help: "payments.explained.paid_amount",
      align: "end",
    },
    { id: "invoiced_on", label: "payments.field.invoiced_on", hidden: true },
    { id: "paid_on", label: "payments.field.paid_on", hidden: true },
    { id: "note", label: "payments.field.note", text: true, hidden: true },
  ],
  filters: [
    {
      kind: "choice",
      id: "status",
      label: "payments.field.status",
      enumName: "payment_status",
      multiple: true,
    },
    { kind: "dates", id: "due", label: "payments.field.due_on", from: "due_from", to: "due_to" },
  ],
});
