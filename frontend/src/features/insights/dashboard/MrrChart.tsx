// Monthly recurring revenue at the end of each month; a point links to its retainers.
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import type { Dashboard, DashboardFigure } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate, monthName, monthOfYear } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { parseCurrency } from "../../../session/userCurrency";
import type { ChartData } from "../../../ui/charts/chartData";
import { Lines } from "../../../ui/charts/Lines";
import { unconvertedColumns } from "../../../ui/charts/unconvertedColumns";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { changedSearch } from "../../../ui/links/screenSearch";
import type { Scope } from "./dashboardSearch";
import { isEmpty, type Months, untilPeriod } from "./historyQuery";

type HistoryProps = { dashboard: Dashboard; figure: DashboardFigure; scope: Scope };

/** Twelve months until the end of the period. */
export function MrrHistory({ dashboard, figure, scope }: HistoryProps) {
  const currency = parseCurrency(dashboard.currency);
  const { data, isError, error, refetch } = useQuery(
    dataQuery("/dashboard-months", {
      query: { scope, ...(currency ? { currency } : {}), ...untilPeriod(dashboard) },
    }),
  );
  const months = data?.figures.mrr;
  if (months === undefined)
    return isError ? <LoadFailure retry={refetch} error={error} /> : <div aria-busy="true" />;
  return isEmpty(months) ? null : (
    <MrrChart dashboard={dashboard} figure={figure} months={months} />
  );
}

type Props = { dashboard: Dashboard; figure: DashboardFigure; months: Months };

function MrrChart(props: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const target = props.figure.target?.money;
  const level = target && {
    label: t("dashboard.target", { target: formatMoney(target, locale) }),
    value: target.amount,
  };
  return (
    <Lines
      name="mrr"
      title={t("dashboard_page.history.mrr")}
      help={t("dashboard_page.history.mrr_help")}
      summary={useSummary(props)}
      data={useChartData(props)}
      {...(level ? { target: level } : {})}
    />
  );
}

function useSummary({ months, dashboard: { currency } }: Props): string {
  const t = useTranslate();
  const locale = useLocale();
  const [first, last] = [months[0], months.at(-1)].map((month) => ({
    amount: formatMoney(month?.money ?? { amount: "0", currency }, locale),
    date: formatDate(month?.to ?? "", locale),
  }));
  return t("dashboard_page.history.mrr_summary", {
    start: first?.amount ?? "",
    from: first?.date ?? "",
    end: last?.amount ?? "",
    to: last?.date ?? "",
  });
}

function useChartData({ months, figure, dashboard: { currency } }: Props): ChartData {
  const t = useTranslate();
  const locale = useLocale();
  const unconverted = unconvertedColumns(months, t("dashboard_page.history.without_rate"));
  return {
    rowKind: t("dashboard.month"),
    columns: [
      { label: t("dashboard_page.history.mrr_short"), unit: { kind: "money", currency } },
      { label: t("dashboard_page.history.retainers"), unit: { kind: "count" }, tableOnly: true },
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
