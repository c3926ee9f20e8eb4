// The receivables of a client: a strip by age for each currency, and the invoices that are due first.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { apiUrl } from "../../../api/client";
import type { Aging, Client, Receivable } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { useEnumOptions } from "../../../session/enumOptions";
import { useToday } from "../../../session/today";
import { AgingStrip } from "../../../ui/charts/AgingStrip";
import { Badge } from "../../../ui/display/Badge";
import { CollectionMark } from "../../../ui/display/CollectionMark";
import { DateText } from "../../../ui/display/DateText";
import { HelpIcon } from "../../../ui/display/HelpIcon";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { changedSearch, listFilters } from "../../../ui/links/screenSearch";
import { settledInvoices } from "../../../ui/links/settledInvoices";
import { MoneyText } from "../../../ui/money/MoneyText";
import { PromiseText } from "../../../ui/money/PromiseText";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./ClientOverview.module.css";
import { agingQuery, daysToPayQuery, debtQuery, owedQuery } from "./queries";

const STRIP_HEIGHT = 168;

export function ClientReceivables({ client }: { client: Client }) {
  const t = useTranslate();
  const id = client.api_id;
  const { data: aging, isError, error, refetch } = useQuery(agingQuery(id));
  const { data: owed, isLoading } = useQuery(owedQuery(id));
  const parts = [useQuery(debtQuery(id)), useQuery(daysToPayQuery(id))];
  if (aging === undefined || isLoading || parts.some((part) => part.isLoading))
    return isError ? (
      <LoadFailure retry={refetch} error={error} />
    ) : (
      <Skeleton height={STRIP_HEIGHT} />
    );
  return (
    <section className={classes.section} aria-label={t("client_page.receivables.title")}>
      <div className={classes.heading}>
        <h2>{t("client_page.receivables.title")}</h2>
        {aging.currencies.length === 0 && <span>{t("client_page.receivables.none")}</span>}
      </div>
      <FollowUp client={id} />
      <DaysToPay client={client} />
      {aging.currencies.map((line) => (
        <CurrencyStrip key={line.currency} client={id} line={line} asOf={aging.as_of} />
      ))}
      {owed && owed.data.length > 0 && (
        <ul className={classes.rows}>
          {owed.data.map((invoice) => (
            <OwedInvoice key={invoice.api_id} invoice={invoice} />
          ))}
        </ul>
      )}
      {owed && owed.meta.total > owed.data.length && (
        <Link to="." search={changedSearch({ tab: "invoices" })} className={classes.all}>
          {t("client_page.receivables.all", { count: owed.meta.total })}
        </Link>
      )}
    </section>
  );
}

/** Whom to call when, what was promised, and the way to the log of contacts. */
function FollowUp({ client }: { client: string }) {
  const t = useTranslate();
  const today = useToday();
  const { label } = useEnumOptions();
  const { data } = useQuery(debtQuery(client));
  const [row] = data?.data ?? [];
  if (row === undefined) return null;
  const { next_on, owner, promise, collection_state } = row.collection;
  const search = { rows: client, ...listFilters("/receivables-by-client", { client: [client] }) };
  return (
    <ul className={classes.followUp}>
      <li>
        <strong>{t("client_page.receivables.follow_up")}</strong>
        {next_on === null ? (
          t("client_page.receivables.no_follow_up")
        ) : (
          <>
            <DateText on={next_on} />
            {next_on <= today && (
              <Badge tone="warning" icon={<IconBell size={14} aria-hidden />}>
                {label("receivable_status", "follow_up_due")}
              </Badge>
            )}
          </>
        )}
        {owner && <span>{t("client_page.receivables.by", { name: owner.name })}</span>}
        <CollectionMark state={collection_state} />
      </li>
      {promise && (
        <li>
          <strong>{t("client_page.receivables.promise")}</strong>
          <PromiseText promise={promise} />
        </li>
      )}
      <li>
        <Link to="/receivables" search={search} className={uiClasses.link}>
          {t("client_page.receivables.log")}
        </Link>
        <Link to="/clients/$id/statement" params={{ id: client }} className={uiClasses.link}>
          {t("client_page.receivables.statement_page")}
        </Link>
        <a
          href={apiUrl("/clients/{id}/statement", { params: { id: client } })}
          download
          className={uiClasses.link}
        >
          {t("client_page.receivables.statement")}
        </a>
      </li>
    </ul>
  );
}

/** How long the client takes to pay, with the invoices behind each number. */
function DaysToPay({ client }: { client: Client }) {
  const t = useTranslate();
  const today = useToday();
  const { data } = useQuery(daysToPayQuery(client.api_id));
  if (!data || data.currencies.length === 0) return null;
  return (
    <p className={classes.daysToPay}>
      <strong>{t("client_page.receivables.days_to_pay.title")}</strong>
      <HelpIcon
        label={t("client_page.receivables.days_to_pay.title")}
        text={t("client_page.receivables.days_to_pay.help")}
      />
      {data.currencies.map(({ currency, days, invoices }) => (
        <Link
          key={currency}
          {...settledInvoices(client.api_id, currency, today)}
          className={uiClasses.link}
        >
          {t("client_page.receivables.days_to_pay.value", { count: days })} ({currency},{" "}
          {t("client_page.receivables.days_to_pay.rows", { count: invoices })})
        </Link>
      ))}
    </p>
  );
}

type StripProps = { client: string; line: Aging["currencies"][number]; asOf: string };

function CurrencyStrip({ client, line, asOf }: StripProps) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const unit = { kind: "money", currency: line.currency } as const;
  return (
    <AgingStrip
      name={`aging-${line.currency.toLowerCase()}`}
      title={t("client_page.receivables.open", { amount: formatMoney(line.total, locale) })}
      summary={t("client_page.receivables.summary", { count: line.invoices })}
      source={t("client_page.receivables.source", { date: formatDate(asOf, locale) })}
      data={{
        rowKind: t("client_page.receivables.lateness"),
        columns: [
          { label: t("client_page.receivables.amount"), unit },
          {
            label: t("client_page.receivables.invoices"),
            unit: { kind: "count" },
            tableOnly: true,
          },
        ],
        rows: line.buckets.map(({ bucket, amount, invoices }) => ({
          key: bucket,
          label: label("aging_bucket", bucket),
          cells: [amount.amount, String(invoices)],
          link: {
            to: "/invoices",
            search: listFilters("/invoices", {
              client,
              currency: line.currency,
              aging_bucket: bucket,
            }),
          },
        })),
      }}
    />
  );
}

function OwedInvoice({ invoice }: { invoice: Receivable }) {
  const t = useTranslate();
  const locale = useLocale();
  const days = invoice.days_past_due;
  return (
    <li className={classes.owed}>
      <Link
        to="."
        search={{ tab: "invoices", open: invoice.api_id }}
        resetScroll={false}
        className={uiClasses.link}
      >
        {invoice.number ?? t("client_page.receivables.unnumbered")}
      </Link>
      <span>
        <span data-late={days > 0 || undefined}>
          {days > 0
            ? t("client_page.receivables.late", { count: days })
            : t("client_page.receivables.not_due")}
        </span>{" "}
        <span className={classes.muted}>
          {t("client_page.receivables.due", { date: formatDate(invoice.payable_on, locale) })}
        </span>
      </span>
      <strong>
        <MoneyText money={invoice.balance} />
      </strong>
    </li>
  );
}
