// The list of clients to whom something is to be invoiced.
import { listClientsToInvoice } from "../../../api/shapes/listClientsToInvoice.gen";
import { defineList } from "../../../ui/table/listDescription";

export const clientsToInvoiceList = defineList(listClientsToInvoice, {
  computed: ["late", "soon", "later", "again", "extra_work", "hours_over"],
  file: { list: "clients-to-invoice" },
  requires: "payments.view",
  defaultSort: "-total",
  card: { head: "converted", about: ["late", "soon"], standing: ["hours_over", "extra_work"] },
  columns: [
    { id: "client", label: "to_invoice.field.client", sort: "client" },
    { id: "lines", label: "to_invoice.field.lines", sort: "lines", align: "end", hidden: true },
    { id: "late", label: "to_invoice.field.late", sort: "late", align: "end" },
    { id: "soon", label: "to_invoice.field.soon", sort: "soon", align: "end" },
    { id: "later", label: "to_invoice.field.later", sort: "later", align: "end" },
    { id: "again", label: "to_invoice.field.again", sort: "again", align: "end" },
    { id: "extra_work", label: "to_invoice.field.extra_work", sort: "extra_work", align: "end" },
    { id: "hours_over", label: "to_invoice.field.hours_over", sort: "hours_over", align: "end" },
    { id: "amounts", label: "to_invoice.field.amounts", align: "end" },
    { id: "converted", label: "to_invoice.field.converted", sort: "total", align: "end" },
  ],
  filters: [
    { kind: "choice", id: "currency", label: "projects.field.currency", enumName: "currency" },
  ],
});
