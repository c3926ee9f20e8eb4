// The list of receivables, invoice by invoice; the page sets the day.
import { listReceivables } from "../../../api/shapes/listReceivables.gen";
import { defineList } from "../../../ui/table/listDescription";
import { bucketFilter, currencyFilter } from "./invoicesList";

export const receivablesList = defineList(listReceivables, {
  file: { list: "receivables" },
  requires: "invoices.view",
  defaultSort: "due_on",
  computed: ["client"],
  columns: [
    { id: "number", label: "invoices.field.number", sort: "number" },
    { id: "client", label: "invoices.field.client", sort: "customer_name" },
    { id: "issued_on", label: "invoices.field.issued_on", sort: "issued_on", hidden: true },
    { id: "payable_on", label: "invoices.field.due_on", sort: "due_on" },
    { id: "days_past_due", label: "invoices.field.aging_bucket" },
    { id: "total", label: "invoices.field.total", align: "end", hidden: true },
    { id: "balance", label: "invoices.field.balance", sort: "balance", align: "end" },
    { id: "follow_up_on", label: "invoices.field.follow_up_on" },
    { id: "follow_up_owner", label: "invoices.field.follow_up_owner", text: true },
  ],
  filters: [
    bucketFilter,
    { kind: "reference", id: "client", label: "invoices.field.client", path: "/clients" },
    {
      kind: "choice",
      id: "matched",
      label: "receivables.matched.label",
      labels: { true: "receivables.matched.yes", false: "receivables.matched.no" },
    },
    currencyFilter,
  ],
});
