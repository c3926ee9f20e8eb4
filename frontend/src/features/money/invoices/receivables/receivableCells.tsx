// The cells of receivables by client, shared by the table and the cards.
import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ClientReceivables } from "../../../../api/types";
import { useLocale } from "../../../../i18n/locale";
import { useTranslate } from "../../../../i18n/translate";
import { formatMoney, isZeroMoney } from "../../../../lib/money";
import { useEnumOptions } from "../../../../session/enumOptions";
import { useToday } from "../../../../session/today";
import chartClasses from "../../../../ui/charts/Charts.module.css";
import { Absent } from "../../../../ui/display/Absent";
import { ClientLink } from "../../../../ui/links/RecordLinks";
import { changedSearch, listFilters } from "../../../../ui/links/screenSearch";
import { settledInvoices } from "../../../../ui/links/settledInvoices";
import { MoneyText } from "../../../../ui/money/MoneyText";
import uiClasses from "../../../../ui/ui.module.css";
import { AGING_VIEW } from "../invoiceViews";
import classes from "./Receivables.module.css";
import { sharesOf } from "./shares";

type RowProps = { row: ClientReceivables };

export function ClientName({ row: { client } }: RowProps) {
  const t = useTranslate();
  return client ? <ClientLink client={client} /> : t("receivables.by_client.unmatched");
}

/** The address of the overdue invoices of a client, or of the invoices without one. */
function invoicesOf({ client }: ClientReceivables) {
  const search = client
    ? { ...listFilters("/invoices", { client: client.api_id, status: "overdue" }), sort: "due_on" }
    : { view: AGING_VIEW, ...listFilters("/receivables", { matched: false }) };
  return { to: "/invoices", search } as const;
}

export function OverdueAmount({ row }: RowProps) {
  if (isZeroMoney(row.overdue)) return <Absent />;
  return (
    <Link {...invoicesOf(row)} className={`${uiClasses.link} ${classes.overdue}`}>
      <MoneyText money={row.overdue} />
    </Link>
  );
}

export function Outstanding({ row }: RowProps) {
  const t = useTranslate();
  const locale = useLocale();
  const [first] = row.unconverted;
  return (
    <>
      <MoneyText money={row.total} />
      {first && (
        <span className={classes.unconverted}>
          {row.unconverted
            .map((money) => t("receivables.unconverted", { amount: formatMoney(money, locale) }))
            .join(" ")}
        </span>
      )}
    </>
  );
}

/** The receivables by age; the amounts are the text alternative. */
export function AgeBar({ row: { buckets } }: RowProps) {
  const locale = useLocale();
  const { label } = useEnumOptions();
  const shares = sharesOf(buckets.map(({ amount }) => amount.amount));
  const text = buckets
    .filter(({ invoices }) => invoices > 0)
    .map(({ bucket, amount }) => `${label("aging_bucket", bucket)}: ${formatMoney(amount, locale)}`)
    .join(", ");
  if (text === "") return <Absent />;
  return (
    <span
      className={`${chartClasses.steps} ${chartClasses.strip} ${classes.ages}`}
      role="img"
      aria-label={text}
      title={text}
    >
      {buckets.map(({ bucket }, index) => (
        <span
          key={bucket}
          data-step={index + 1}
          style={{ width: `${(shares[index] ?? 0) * 100}%` }}
        />
      ))}
    </span>
  );
}

export function DaysLate({ row: { days_past_due: days } }: RowProps) {
  const t = useTranslate();
  return days > 0 ? t("receivables.days", { count: days }) : t("receivables.not_due");
}

/** The average in each currency; each number opens the invoices behind it. */
export function DaysToPay({ row: { client, days_to_pay } }: RowProps) {
  const t = useTranslate();
  const today = useToday();
  if (!client || days_to_pay.length === 0) return <Absent />;
  return days_to_pay.map(({ currency, days }) => {
    const value = t("receivables.days", { count: days });
    const text = days_to_pay.length > 1 ? `${value} ${currency}` : value;
    return (
      <Link
        key={currency}
        {...settledInvoices(client.api_id, currency, today)}
        className={`${uiClasses.link} ${classes.pays}`}
        title={t("receivables.days_to_pay.help")}
        aria-label={`${text} – ${t("receivables.days_to_pay.show", { client: client.name })}`}
      >
        {text}
      </Link>
    );
  });
}

/** Opens a client's invoices below its row; the address says which one is open. */
export function ExpandButton({ row, isOpen }: RowProps & { isOpen: boolean }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const client = row.client?.name ?? t("receivables.by_client.unmatched");
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  const toggle = () => {
    const search = changedSearch({ rows: isOpen ? undefined : row.api_id });
    void navigate({ to: ".", search, resetScroll: false });
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      className={classes.expand}
      aria-expanded={isOpen}
      aria-label={t("receivables.expand", { client })}
      onClick={toggle}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

export function useOpenedRow(): string | undefined {
  const { rows } = useSearch({ strict: false }) as { rows?: string };
  return rows;
}
