// The lists of invoices: columns and filters.
import { listClientInvoices } from "../../../api/shapes/listClientInvoices.gen";
import { listInvoices } from "../../../api/shapes/listInvoices.gen";
import { defineList } from "../../../ui/table/listDescription";

const columns = [
  { id: "number", label: "invoices.field.number", sort: "number" },
  { id: "client", label: "invoices.field.client", sort: "customer_name" },
  { id: "status", label: "invoices.field.status" },
  { id: "issued_on", label: "invoices.field.issued_on", sort: "issued_on" },
  { id: "due_on", label: "invoices.field.due_on", sort: "due_on" },
  { id: "aging_bucket", label: "invoices.field.aging_bucket" },
  { id: "total", label: "invoices.field.total", sort: "total", align: "end" },
  { id: "balance", label: "invoices.field.balance", sort: "balance", align: "end" },
  {
    id: "unreconciled",
    label: "invoices.field.unreconciled",
    sort: "unreconciled",
    align: "end",
    hidden: true,
  },
  { id: "subtotal", label: "invoices.field.subtotal", align: "end", hidden: true },
  { id: "tax", label: "invoices.field.tax", align: "end", hidden: true },
  { id: "project", label: "invoices.field.project", hidden: true },
  { id: "source", label: "invoices.field.source" },
  { id: "synced_at", label: "invoices.field.synced_at", hidden: true },
] as const;

const statusFilter = {
  kind: "choice",
  id: "status",
  label: "invoices.field.status",
  enumName: "invoice_status",
  multiple: true,
} as const;

const issuedFilter = {
  kind: "dates",
  id: "issued",
  label: "invoices.field.issued_on",
  from: "issued_from",
  to: "issued_to",
} as const;

export const currencyFilter = {
  kind: "choice",
  id: "currency",
  label: "invoices.field.currency",
  enumName: "currency",
} as const;

export const bucketFilter = {
  kind: "choice",
  id: "aging_bucket",
  label: "invoices.field.aging_bucket",
  enumName: "aging_bucket",
  multiple: true,
  values: listInvoices.values.aging_bucket,
} as const;

export const invoicesList = defineList(listInvoices, {
  file: { list: "invoices" },
  views: "invoices",
  card: { head: "total", about: ["client", "due_on"], standing: ["status", "balance"] },
  requires: "invoices.view",
  defaultSort: "-issued_on",
  computed: ["source"],
  columns,
  filters: [
    statusFilter,
    bucketFilter,
    issuedFilter,
    { kind: "dates", id: "due", label: "invoices.field.due_on", from: "due_from", to: "due_to" },
    {
      kind: "dates",
      id: "settled",
      label: "invoices.field.settled_on",
      from: "settled_from",
      to: "settled_to",
    },
    { kind: "reference", id: "client", label: "invoices.field.client", path: "/clients" },
    currencyFilter,
    {
      kind: "choice",
      id: "reconciliation",
      label: "invoices.field.reconciliation",
      enumName: "invoice_reconciliation",
      multiple: true,
    },
    { kind: "toggle", id: "has_project", label: "invoices.filter.without_project", on: "false" },
    {
      kind: "choice",
      id: "unlinked",
      label: "invoices.filter.unlinked",
      labels: { true: "invoices.filter.missing", false: "invoices.filter.present" },
    },
  ],
});

/** Hidden on a client's page, which is narrower. */
const HIDDEN_FOR_CLIENT: ReadonlySet<string> = new Set(["aging_bucket", "source"]);

/** The invoices of one client, without column and filter of the client. */
export function clientInvoicesList(clientId: string) {
  return defineList(
    listClientInvoices,
    {
      file: { list: "invoices", fixed: { client: clientId } },
      requires: "invoices.view",
      defaultSort: "-issued_on",
      card: { head: "total", about: ["due_on"], standing: ["status", "balance"] },
      computed: ["source"],
      columns: columns
        .filter(({ id }) => id !== "client")
        .map((column) => (HIDDEN_FOR_CLIENT.has(column.id) ? { ...column, hidden: true } : column)),
      filters: [statusFilter, issuedFilter],
    },
    { id: clientId },
  );
}
