// The list of receivables by client; the page sets the day and the currency.
import { listReceivables } from "../../../api/shapes/listReceivables.gen";
import { listReceivablesByClient } from "../../../api/shapes/listReceivablesByClient.gen";
import { defineList } from "../../../ui/table/listDescription";

export const receivablesByClientList = defineList(listReceivablesByClient, {
  file: { list: "receivables-by-client" },
  prefix: "clients_",
  requires: "invoices.view",
  defaultSort: "-total",
  computed: ["buckets", "currency", "unapplied", "converted"],
  columns: [
    { id: "client", label: "invoices.field.client", sort: "client" },
    { id: "currency", label: "invoices.field.currency", sort: "currency" },
    {
      id: "buckets",
      label: "invoices.field.aging_bucket",
      partSortPattern: listReceivables.values.aging_bucket,
      align: "end",
    },
    { id: "unapplied", label: "invoices.field.unapplied", align: "end" },
    { id: "total", label: "invoices.field.total", align: "end" },
    { id: "converted", label: "invoices.field.converted", sort: "total", align: "end" },
    { id: "follow_up", label: "invoices.field.follow_up", sort: "follow_up" },
  ],
  filters: [],
});
