// Monthly recurring revenue at the end of each month; a point links to its retainers.
import type { Dashboard, DashboardFigure } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate, monthName, monthOfYear } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import type { ChartData } from "../../../ui/charts/chartData";
import { Lines } from "../../../ui/charts/Lines";
import { unconvertedColumns } from "../../../ui/charts/unconvertedColumns";
import { changedSearch } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import { useSource } from "./chartHelpers";
import type { Months } from "./historyQuery";

type Props = { dashboard: Dashboard; figure: DashboardFigure; months: Months };

export function MrrChart(props: Props) {
  const t = useTranslate();
  const summary = useSummary(props);
  return (
    <div className={uiClasses.card}>
      <Lines
        name="mrr"
        title={t("dashboard.history.mrr")}
        help={t("dashboard.history.mrr_help")}
        summary={summary}
        source={useSource(props)}
        data={useChartData(props)}
      />
    </div>
  );
}

function useSummary({ months, dashboard: { currency } }: Props): string {
  const t = useTranslate();
  const locale = useLocale();
  const [first, last] = [months[0], months.at(-1)].map((month) => ({
    amount: formatMoney(month?.money ?? { amount: "0", currency }, locale),
    date: formatDate(month?.to ?? "", locale),
  }));
  return t("dashboard.history.mrr_summary", {
    start: first?.amount ?? "",
    from: first?.date ?? "",
    end: last?.amount ?? "",
    to: last?.date ?? "",
  });
}

function useChartData({ months, figure, dashboard: { currency } }: Props): ChartData {
  const t = useTranslate();
  const locale = useLocale();
  const unconverted = unconvertedColumns(months, t("dashboard.history.without_rate"));
  return {
    rowKind: t("dashboard.month"),
    columns: [
      { label: t("dashboard.history.mrr_short"), unit: { kind: "money", currency } },
      { label: t("dashboard.history.retainers"), unit: { kind: "count" }, tableOnly: true },
      ...unconverted.columns,
    ],
    rows: months.map((month) => ({
      key: month.from,
      label: monthOfYear(month.from, locale),
      short: monthName(month.from, locale),
      cells: [month.money?.amount ?? null, String(month.count), ...unconverted.toCells(month)],
      ...(figure.has_rows && month.count > 0
        ? {
            link: {
              to: ".",
              search: changedSearch({
                from: month.from,
                to: month.to,
                rows: "mrr",
                page: undefined,
              }),
            },
          }
        : {}),
    })),
  };
}
