// The list of payments and credit memos that are not applied to invoices; the page sets the day.
import { listUnappliedCredits } from "../../../api/shapes/listUnappliedCredits.gen";
import { defineList } from "../../../ui/table/listDescription";
import { currencyFilter } from "./invoicesList";

export const unappliedList = defineList(listUnappliedCredits, {
  file: { list: "unapplied-credits" },
  requires: "invoices.view",
  defaultSort: "-dated_on",
  card: { head: "balance", about: ["client"], standing: ["kind", "dated_on"] },
  computed: ["client", "source"],
  columns: [
    { id: "number", label: "invoices.field.number", sort: "number" },
    { id: "kind", label: "invoices.field.credit_kind" },
    { id: "client", label: "invoices.field.client", sort: "customer_name" },
    { id: "dated_on", label: "invoices.field.dated_on", sort: "dated_on" },
    { id: "total", label: "invoices.field.total", align: "end" },
    { id: "balance", label: "invoices.field.unapplied", sort: "balance", align: "end" },
    { id: "source", label: "invoices.field.source" },
  ],
  filters: [
    {
      kind: "choice",
      id: "kind",
      label: "invoices.field.credit_kind",
      enumName: "credit_kind",
      multiple: true,
    },
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
