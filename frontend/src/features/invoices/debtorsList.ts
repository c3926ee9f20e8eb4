// What each client owed on a day, as a list beside that of its invoices; the day and the currency are the screen's.
import type { ListDescription } from "../../ui/table/listDescription";
import { AGING_BUCKET } from "./invoicesList";

export const debtorsList: ListDescription = {
  path: "/receivables-by-client",
  file: { list: "receivables-by-client" },
  prefix: "clients_",
  needs: "invoices.view",
  defaultSort: "-total",
  columns: [
    { id: "client", label: "receivables.by_client.client", sort: "client" },
    { id: "currency", label: "receivables.by_client.currency", sort: "currency" },
    { id: "buckets", label: "invoices.field.aging_bucket", partSorts: AGING_BUCKET, align: "end" },
    { id: "total", label: "receivables.by_client.total", align: "end" },
    { id: "converted", label: "receivables.by_client.converted", sort: "total", align: "end" },
    { id: "follow_up", label: "receivables.by_client.follow_up", sort: "follow_up" },
  ],
  filters: [],
};
