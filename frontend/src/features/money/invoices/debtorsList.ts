// What each client owed on a day, as a list beside that of its invoices; the day and the currency are the screen's.
import { listReceivables } from "../../../api/shapes/listReceivables.gen";
import { listReceivablesByClient } from "../../../api/shapes/listReceivablesByClient.gen";
import { defineList } from "../../../ui/table/listDescription";

export const debtorsList = defineList(listReceivablesByClient, {
  file: { list: "receivables-by-client" },
  prefix: "clients_",
  requires: "invoices.view",
  defaultSort: "-total",
  computed: ["buckets", "currency", "converted"],
  columns: [
    { id: "client", label: "invoices.field.client", sort: "client" },
    { id: "currency", label: "invoices.field.currency", sort: "currency" },
    {
      id: "buckets",
      label: "invoices.field.aging_bucket",
      partSortPattern: listReceivables.values.aging_bucket,
      align: "end",
    },
    { id: "total", label: "invoices.field.total", align: "end" },
    { id: "converted", label: "invoices.field.converted", sort: "total", align: "end" },
    { id: "follow_up", label: "invoices.field.follow_up", sort: "follow_up" },
  ],
  filters: [],
});
