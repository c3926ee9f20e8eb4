// What one client owes, invoice by invoice, what it may still deduct, and how it is followed up.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { rowsQuery } from "../../../../api/queries";
import type { ClientReceivables, Receivable } from "../../../../api/types";
import { useTranslate } from "../../../../i18n/translate";
import { isZeroMoney } from "../../../../lib/money";
import { parseCurrency } from "../../../../session/userCurrency";
import { SmallRows } from "../../../../ui/details/SmallRows";
import { DateText } from "../../../../ui/display/DateText";
import { LoadFailure } from "../../../../ui/feedback/LoadFailure";
import { listFilters } from "../../../../ui/links/screenSearch";
import { MoneyText } from "../../../../ui/money/MoneyText";
import uiClasses from "../../../../ui/ui.module.css";
import { InvoiceLink } from "../invoiceCells";
import { AGING_VIEW, UNAPPLIED_VIEW } from "../invoiceViews";
import { ContactLog } from "./ContactLog";
import classes from "./Receivables.module.css";

const MAX_INVOICES = 100;
const LINE_HEIGHT = 29;

/** The filter of a client's invoices, or of those without one. */
const ownerOf = ({ client }: ClientReceivables) =>
  client ? { client: client.api_id } : { matched: false };

function invoicesQuery(row: ClientReceivables, owedIn: string | undefined) {
  return rowsQuery("/receivables", {
    ...ownerOf(row),
    ...(parseCurrency(owedIn) && { currency: parseCurrency(owedIn) }),
    sort: "due_on",
    per_page: MAX_INVOICES,
  });
}

export function OpenedClient({ row }: { row: ClientReceivables }) {
  const { owed_in } = useSearch({ strict: false }) as { owed_in?: string };
  const { data, isError, error, refetch } = useQuery(invoicesQuery(row, owed_in));
  if (data === undefined)
    return isError ? (
      <LoadFailure retry={refetch} error={error} />
    ) : (
      <Skeleton height={LINE_HEIGHT * (row.invoices + 1)} />
    );
  return (
    <div className={classes.opened}>
      <div className={classes.owed}>
        <OpenInvoices invoices={data.data} />
        <Credits row={row} />
        {data.meta.total > data.data.length && <AllInvoices row={row} count={data.meta.total} />}
      </div>
      {row.client && <ContactLog row={row} client={row.client.api_id} invoices={data.data} />}
    </div>
  );
}

function OpenInvoices({ invoices }: { invoices: readonly Receivable[] }) {
  const t = useTranslate();
  return (
    <SmallRows
      label={t("receivables.open_invoices")}
      heads={[
        { label: t("invoices.field.number") },
        { label: t("invoices.field.due_on") },
        { label: t("invoices.field.aging_bucket"), align: "end" },
        { label: t("invoices.field.balance"), align: "end" },
      ]}
      rows={invoices.map((invoice) => ({
        key: invoice.api_id,
        cells: [
          <InvoiceLink key="number" invoice={invoice} />,
          <DateText key="due" on={invoice.payable_on} />,
          invoice.days_past_due > 0
            ? t("receivables.days", { count: invoice.days_past_due })
            : t("receivables.not_due"),
          <MoneyText key="balance" money={invoice.balance} />,
        ],
      }))}
    />
  );
}

/** Payments and credit memos that no invoice has used, on a line of their own. */
function Credits({ row }: { row: ClientReceivables }) {
  const t = useTranslate();
  const credits = row.currencies.filter(({ unapplied }) => !isZeroMoney(unapplied));
  if (credits.length === 0) return null;
  const search = {
    view: UNAPPLIED_VIEW,
    ...listFilters("/unapplied-credits", ownerOf(row)),
  };
  return (
    <p className={classes.credits}>
      <Link to="/invoices" search={search} className={uiClasses.link}>
        {t("receivables.unapplied.title")}
      </Link>
      {credits.map(({ currency, unapplied }) => (
        <MoneyText key={currency} money={unapplied} />
      ))}
    </p>
  );
}

function AllInvoices({ row, count }: { row: ClientReceivables; count: number }) {
  const t = useTranslate();
  const search = { view: AGING_VIEW, ...listFilters("/receivables", ownerOf(row)) };
  return (
    <Link to="/invoices" search={search} className={uiClasses.link}>
      {t("receivables.all_invoices", { count })}
    </Link>
  );
}
