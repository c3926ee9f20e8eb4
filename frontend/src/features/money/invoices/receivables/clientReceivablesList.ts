// The list of receivables by client, of today.
import { listReceivables } from "../../../../api/shapes/listReceivables.gen";
import { listReceivablesByClient } from "../../../../api/shapes/listReceivablesByClient.gen";
import { defineList } from "../../../../ui/table/listDescription";

export const clientReceivablesList = defineList(listReceivablesByClient, {
  file: { list: "receivables-by-client" },
  views: "receivables-by-client",
  requires: "invoices.view",
  defaultSort: "-overdue",
  computed: ["currency", "converted", "next_follow_up", "promise", "owner"],
  columns: [
    { id: "client", label: "invoices.field.client", sort: "client" },
    { id: "overdue", label: "invoices.field.overdue", sort: "overdue", align: "end" },
    { id: "converted", label: "invoices.field.outstanding", sort: "total", align: "end" },
    { id: "currency", label: "invoices.field.aging_bucket" },
    { id: "days_past_due", label: "invoices.field.oldest", sort: "days_past_due", align: "end" },
    { id: "days_to_pay", label: "invoices.field.days_to_pay", sort: "days_to_pay", align: "end" },
    { id: "next_follow_up", label: "invoices.field.next_follow_up", sort: "next_follow_up_on" },
    { id: "promise", label: "invoices.field.promise", sort: "promised_on" },
    { id: "owner", label: "invoices.field.owner", sort: "owner" },
  ],
  filters: [
    { kind: "reference", id: "client", label: "invoices.field.client", path: "/clients" },
    {
      kind: "choice",
      id: "status",
      label: "invoices.field.status",
      enumName: "receivable_status",
    },
    {
      kind: "choice",
      id: "aging_bucket",
      label: "invoices.field.aging_bucket",
      enumName: "aging_bucket",
      multiple: true,
      values: listReceivables.values.aging_bucket,
    },
    {
      kind: "choice",
      id: "owed_in",
      label: "invoices.field.owed_in",
      enumName: "currency",
    },
  ],
});
