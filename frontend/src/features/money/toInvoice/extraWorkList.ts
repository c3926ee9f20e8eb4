// The list of approved out-of-scope work that no payment and no invoice contains completely.
import { listExtraWorkToInvoice } from "../../../api/shapes/listExtraWorkToInvoice.gen";
import { defineList } from "../../../ui/table/listDescription";

export const extraWorkList = defineList(listExtraWorkToInvoice, {
  file: { list: "extra-work-to-invoice" },
  requires: "payments.view",
  defaultSort: "approved_on",
  card: {
    head: "open_amount",
    about: ["project", "approved_on"],
    standing: ["status", "scheduled_amount"],
  },
  columns: [
    { id: "client", label: "payments.field.client", sort: "client", text: true },
    { id: "project", label: "payments.field.project", sort: "project" },
    { id: "approved_on", label: "extra_work.field.approved_on", sort: "approved_on" },
    { id: "amount", label: "extra_work.field.amount", align: "end" },
    { id: "scheduled_amount", label: "extra_work.field.scheduled_amount", align: "end" },
    {
      id: "invoiced_amount",
      label: "extra_work.field.invoiced_amount",
      align: "end",
      hidden: true,
    },
    {
      id: "open_amount",
      label: "extra_work.field.open_amount",
      help: "billing.work.open_amount",
      sort: "open_amount",
      align: "end",
    },
    { id: "status", label: "extra_work.field.status" },
    { id: "account_manager", label: "payments.field.account_manager", text: true, hidden: true },
  ],
  filters: [
    {
      kind: "dates",
      id: "approved",
      label: "extra_work.field.approved_on",
      from: "approved_from",
      to: "approved_to",
    },
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
