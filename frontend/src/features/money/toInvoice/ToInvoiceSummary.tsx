// Everything that is to be invoiced, by kind: in its currencies and in the reader's; each kind opens its lines.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { dataQuery } from "../../../api/queries";
import type { Schemas } from "../../../api/wire";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { formatInteger } from "../../../lib/numbers";
import { useToday } from "../../../session/today";
import { SmallTable } from "../../../ui/details/SmallTable";
import { Answer, StateSentence } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import { listFilters, type ScreenSearch } from "../../../ui/links/screenSearch";
import { toInvoiceSearch } from "../../../ui/links/toInvoice";
import { MoneyText } from "../../../ui/money/MoneyText";
import { UnreconciledInvoices } from "../../../ui/money/UnreconciledInvoices";
import { usePhone } from "../../../ui/table/usePhone";
import ui from "../../../ui/ui.module.css";
import classes from "./ToInvoice.module.css";

type Kind = Schemas["ToInvoiceTotal"]["kind"];
type Total = Schemas["ConvertedTotal"];

function searchOf(kind: Kind, today: string): ScreenSearch {
  if (kind === "extra_work") return { tab: "extra_work" };
  if (kind === "hours_over") {
    return { ...listFilters("/retainer-overages", { state: ["undecided"] }), tab: "hours_over" };
  }
  return toInvoiceSearch(kind, today);
}

export function ToInvoiceSummary() {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const isPhone = usePhone();
  const { data } = useQuery(dataQuery("/to-invoice"));
  if (!data) return <div className={classes.waiting} />;
  const { total } = data;
  if (total.lines === 0) return <Text mb="md">{t("billing.summary.nothing")}</Text>;
  const { currency } = total.converted;
  const amountsOf = (sum: Total) =>
    sum.amounts.map((amount) => formatMoney(amount, locale)).join(" · ");
  // A phone shows two columns: the number of lines is below the kind, and the currencies are below the amount.
  const cellsOf = (name: ReactNode, sum: Total) =>
    isPhone
      ? [
          <Below key="kind" note={t("billing.summary.line_count", { count: sum.lines })}>
            {name}
          </Below>,
          <Below key="converted" note={amountsOf(sum)}>
            <MoneyText money={sum.converted} />
          </Below>,
        ]
      : [
          name,
          formatInteger(sum.lines, locale),
          amountsOf(sum),
          <MoneyText key="converted" money={sum.converted} />,
        ];
  const shown = data.kinds.filter(({ lines }) => lines > 0);
  const late = shown.find(({ kind }) => kind === "late");
  return (
    <section className={classes.summary} aria-label={t("billing.summary.title")}>
      {late && <LateSentence late={late} search={searchOf("late", today)} />}
      <SmallTable
        label={t("billing.summary.title")}
        heads={[
          { label: t("billing.summary.kind") },
          ...(isPhone
            ? []
            : [
                { label: t("billing.summary.lines"), align: "end" as const },
                { label: t("billing.summary.amounts"), align: "end" as const },
              ]),
          { label: t("billing.summary.converted", { currency }), align: "end" },
        ]}
        rows={[
          ...shown.map((one) => ({
            key: one.kind,
            cells: cellsOf(
              <Link key="kind" to="/billing" search={searchOf(one.kind, today)} className={ui.link}>
                {t(`to_invoice.field.${one.kind}`)}
              </Link>,
              one,
            ),
          })),
          {
            key: "total",
            cells: cellsOf(<strong key="total">{t("billing.summary.total")}</strong>, total),
          },
        ]}
      />
      <Notes total={total} />
    </section>
  );
}

function LateSentence({ late, search }: { late: Total; search: ScreenSearch }) {
  const t = useTranslate();
  const locale = useLocale();
  const amount = formatMoney(late.converted, locale);
  return (
    <StateSentence hasAnswer>
      <LinkedText
        text={t("billing.summary.late", { amount, count: late.lines })}
        parts={{
          a: (text) => (
            <Link to="/billing" search={search} className={ui.link}>
              <Answer>{text}</Answer>
            </Link>
          ),
        }}
      />
    </StateSentence>
  );
}

function Below({ note, children }: { note: string; children: ReactNode }) {
  return (
    <>
      {children}
      <Text size="xs" c="dimmed" className={classes.note ?? ""}>
        {note}
      </Text>
    </>
  );
}

/** At which rates amounts are converted, and what the totals leave out. */
function Notes({ total }: { total: Total }) {
  const t = useTranslate();
  const locale = useLocale();
  const { currency } = total.converted;
  const left = total.unconverted.map((amount) => formatMoney(amount, locale)).join(", ");
  return (
    <>
      <Text size="sm" c="dimmed">
        {t("billing.summary.rate")}
      </Text>
      {left && (
        <Text size="sm" c="var(--regie-warning-text)">
          {t("billing.summary.without_rate", { currency, amounts: left })}
        </Text>
      )}
      {total.unvalued > 0 && (
        <Text size="sm" c="var(--regie-warning-text)">
          {t("billing.summary.unvalued", { count: total.unvalued })}
        </Text>
      )}
      <UnreconciledInvoices />
    </>
  );
}
