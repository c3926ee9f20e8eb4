// The gross margin of the dashboard's period, with the organization's target; it opens its rows.
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import type { Currency, MarginTotals } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { formatHours, formatPercent } from "../../../lib/numbers";
import { FigureList } from "../../../ui/figures/FigureList";
import { MarginNumber } from "./MarginNumber";
import { MarginTargetText } from "./MarginTargetText";

type Props = { from: string; to: string; currency?: Currency | undefined };

/** Nothing for a period that has no margins, such as one to come. */
export function DashboardMargin({ from, to, currency }: Props) {
  const t = useTranslate();
  const query = { from, to, ...(currency && { currency }) };
  const { data } = useQuery(dataQuery("/margins/totals", { query }));
  if (data === undefined) return null;
  const label = t("margins.field.margin");
  return (
    <FigureList
      figures={[
        {
          label,
          help: t("margin.help.margin"),
          value: <MarginNumber figures={data} column="margin" name={label} query={query} />,
          notes: <Notes totals={data} />,
        },
      ]}
    />
  );
}

function Notes({ totals }: { totals: MarginTotals }) {
  const t = useTranslate();
  const locale = useLocale();
  const { target, margin_percent: percent, hours_without_rate: unpriced, unconverted } = totals;
  return (
    <>
      {percent !== null && (
        <span>{t("margin.of_revenue", { percent: formatPercent(percent, locale) })}</span>
      )}
      {target && <MarginTargetText target={target} />}
      {Number(unpriced) > 0 && (
        <span>{t("margin.without_rate", { hours: formatHours(unpriced, locale) })}</span>
      )}
      {unconverted.map((money) => (
        <span key={money.currency}>
          {t("margin.unconverted", { amounts: formatMoney(money, locale) })}
        </span>
      ))}
    </>
  );
}
