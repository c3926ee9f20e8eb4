// The list of invoices as data: what can be shown, sorted and filtered.
import type { ChoiceFilter, ListDescription } from "../../ui/table/listDescription";

const INVOICE_STATUSES = [
  "open",
  "partially_paid",
  "paid",
  "overdue",
  "voided",
  "deleted_in_source",
] as const;
/** Its parts are as the settings have them. */
export const AGING_BUCKET = /^(?:current|\d{1,3}_\d{1,3}|over_\d{1,3})$/;

const columns: ListDescription["columns"] = [
  { id: "number", label: "invoices.field.number", sort: "number" },
  { id: "client", label: "invoices.field.client", sort: "customer_name" },
  { id: "status", label: "invoices.field.status" },
  { id: "issued_on", label: "invoices.field.issued_on", sort: "issued_on" },
  { id: "due_on", label: "invoices.field.due_on", sort: "due_on" },
  { id: "aging_bucket", label: "invoices.field.aging_bucket" },
  { id: "total", label: "invoices.field.total", sort: "total", align: "end" },
  { id: "balance", label: "invoices.field.balance", sort: "balance", align: "end" },
  { id: "subtotal", label: "invoices.field.subtotal", align: "end", hidden: true },
  { id: "tax", label: "invoices.field.tax", align: "end", hidden: true },
  { id: "project", label: "invoices.field.project", hidden: true },
  { id: "source", label: "invoices.field.source" },
  { id: "synced_at", label: "invoices.field.synced_at", hidden: true },
];

export const currencyFilter: ChoiceFilter = {
  kind: "choice",
  id: "currency",
  label: "invoices.field.currency",
  values: ["CAD", "USD", "EUR", "GBP"],
  enumName: "currency",
};

const filters: ListDescription["filters"] = [
  {
    kind: "choice",
    id: "status",
    label: "invoices.field.status",
    values: INVOICE_STATUSES,
    enumName: "invoice_status",
    many: true,
  },
  {
    kind: "choice",
    id: "aging_bucket",
    label: "invoices.field.aging_bucket",
    values: AGING_BUCKET,
    enumName: "aging_bucket",
    many: true,
  },
  {
    kind: "dates",
    id: "issued",
    label: "invoices.field.issued_on",
    from: "issued_from",
    to: "issued_to",
  },
  { kind: "dates", id: "due", label: "invoices.field.due_on", from: "due_from", to: "due_to" },
  { kind: "reference", id: "client", label: "invoices.field.client", path: "/clients" },
  currencyFilter,
];

export const invoicesList: ListDescription = {
  path: "/invoices",
  file: { list: "invoices" },
  views: "invoices",
  needs: "invoices.view",
  defaultSort: "-issued_on",
  columns,
  filters,
};
/** Left out where a client's page leaves less room. */
const NARROW = new Set(["aging_bucket", "source"]);

/** One client's invoices: the client is known, so neither its column nor its filter. */
export function clientInvoicesList(clientId: string): ListDescription {
  const { views: _, ...ofEverybody } = invoicesList;
  return {
    ...ofEverybody,
    path: `/clients/${clientId}/quickbooks-invoices`,
    file: { list: "invoices", fixed: { client: clientId } },
    columns: columns
      .filter((column) => column.id !== "client")
      .map((column) => (NARROW.has(column.id) ? { ...column, hidden: true } : column)),
    filters: filters.filter(({ id }) => id === "status" || id === "issued"),
  };
}
