// The cells of the lists of invoices.
import { Link } from "@tanstack/react-router";
import type { InvoiceRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { ClientLink, ProjectLink } from "../../../ui/links/RecordLinks";
import { changedSearch } from "../../../ui/links/screenSearch";
import { MoneyText } from "../../../ui/money/MoneyText";
import { SourceLink, SyncedText } from "../../../ui/services/SourceLinks";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import { AgingText } from "./AgingText";
import type { invoicesList } from "./invoicesList";

export const invoiceCells: CellsOf<typeof invoicesList> = {
  number: (invoice) => <InvoiceLink invoice={invoice} />,
  client: (invoice) => <InvoiceClient invoice={invoice} />,
  status: (invoice) => <StatusBadge enumName="invoice_status" value={invoice.status} />,
  issued_on: (invoice) => <DateText on={invoice.issued_on} />,
  due_on: (invoice) => <DateText on={invoice.due_on} />,
  aging_bucket: (invoice) => <AgingText invoice={invoice} />,
  total: (invoice) => <MoneyText money={invoice.total} />,
  balance: (invoice) => <MoneyText money={invoice.balance} />,
  unreconciled: (invoice) => <MoneyText money={invoice.unreconciled} />,
  subtotal: (invoice) => <MoneyText money={invoice.subtotal} />,
  tax: (invoice) => <MoneyText money={invoice.tax} />,
  project: (invoice) => <ProjectLink project={invoice.project} client={invoice.client} />,
  source: (invoice) =>
    invoice.source_url ? (
      <SourceLink isBrief service="quickbooks" url={invoice.source_url} />
    ) : (
      <Absent />
    ),
  synced_at: (invoice) => (
    <SyncedText service="quickbooks" at={invoice.synced_at} deletedAt={invoice.deleted_at} />
  ),
};

/** Opens the invoice in a drawer; the list does not change. */
export function InvoiceLink({ invoice }: { invoice: Pick<InvoiceRow, "api_id" | "number"> }) {
  const t = useTranslate();
  const search = changedSearch({ open: invoice.api_id });
  return (
    <Link to="." search={search} resetScroll={false} className={classes.link}>
      {invoice.number || t("invoices.no_number")}
    </Link>
  );
}

export function InvoiceClient({
  invoice,
}: {
  invoice: Pick<InvoiceRow, "client" | "customer_name">;
}) {
  const t = useTranslate();
  if (invoice.client) return <ClientLink client={invoice.client} />;
  return (
    <>
      {invoice.customer_name} <span className={classes.muted}>({t("invoices.unmatched")})</span>
    </>
  );
}
