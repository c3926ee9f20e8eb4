// The list of proposals to reconcile: columns and filters.
import { listReconciliationProposals } from "../../../api/shapes/listReconciliationProposals.gen";
import { defineList } from "../../../ui/table/listDescription";

export const RECONCILIATION_PATH = "/reconciliation-proposals";

export const reconciliationList = defineList(listReconciliationProposals, {
  file: { list: "reconciliation-proposals" },
  requires: "payments.edit",
  defaultSort: "certainty",
  card: { head: "amount", about: ["project", "payment"], standing: ["certainty", "invoice"] },
  columns: [
    { id: "client", label: "reconciliation.field.client", text: true },
    { id: "certainty", label: "reconciliation.field.certainty", sort: "certainty" },
    { id: "payment", label: "reconciliation.field.payment" },
    { id: "project", label: "reconciliation.field.project" },
    { id: "due_on", label: "reconciliation.field.due_on" },
    {
      id: "open_amount",
      label: "reconciliation.field.open_amount",
      help: "payments.explained.open_amount",
      align: "end",
    },
    { id: "invoice", label: "reconciliation.field.invoice" },
    { id: "issued_on", label: "reconciliation.field.issued_on" },
    {
      id: "unallocated",
      label: "reconciliation.field.unallocated",
      help: "reconciliation.explained.unallocated",
      align: "end",
    },
    { id: "amount", label: "reconciliation.field.amount", align: "end" },
  ],
  filters: [
    {
      kind: "choice",
      id: "certainty",
      label: "reconciliation.field.certainty",
      enumName: "reconciliation_certainty",
      multiple: true,
    },
    { kind: "reference", id: "client", label: "reconciliation.field.client", path: "/clients" },
    { kind: "choice", id: "currency", label: "projects.field.currency", enumName: "currency" },
  ],
});
