// Billable utilization of the twelve months until the end of the period, with its target; a month opens its employees.
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import type { Dashboard, DashboardFigure, DashboardHistory } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { type Translate, useTranslate } from "../../../i18n/translate";
import { monthName, monthOfYear } from "../../../lib/dates";
import { formatPercent } from "../../../lib/numbers";
import { NamedBars } from "../../../ui/charts/NamedBars";
import type { Level } from "../../../ui/charts/steps";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { changedSearch } from "../../../ui/links/screenSearch";
import type { Scope } from "./dashboardSearch";
import { untilPeriod } from "./historyQuery";

type Props = { dashboard: Dashboard; figure: DashboardFigure; scope: Scope };
type Month = DashboardHistory["figures"][string][number];

export function UtilizationChart({ dashboard, figure, scope }: Props) {
  const t = useTranslate();
  const query = useQuery(
    dataQuery("/dashboard-months", {
      query: { scope, figure: "utilisation", ...untilPeriod(dashboard) },
    }),
  );
  const { data, isError, error, refetch } = query;
  const locale = useLocale();
  const level = useLevel(figure);
  const rows = useRows(data?.figures.utilisation ?? [], figure.has_rows);
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} error={error} /> : <div aria-busy="true" />;
  return (
    <NamedBars
      name="utilization"
      title={t("dashboard_page.history.utilization")}
      help={t("dashboard.utilisation.help")}
      summary={summaryOf(data.figures.utilisation ?? [], t, locale)}
      level={level}
      data={{
        rowKind: t("dashboard.month"),
        columns: [{ label: t("dashboard.utilisation.label"), unit: { kind: "percent" } }],
        rows,
      }}
    />
  );
}

/** The last month with logged time. */
function summaryOf(months: readonly Month[], t: Translate, locale: string): string {
  const last = months.findLast(({ value }) => value !== null);
  if (!last?.value) return t("dashboard_page.history.no_hours");
  return t("dashboard_page.history.utilization_summary", {
    value: formatPercent(last.value, locale),
    month: monthOfYear(last.from, locale),
  });
}

function useLevel({ target }: DashboardFigure): Level | undefined {
  const t = useTranslate();
  const locale = useLocale();
  if (!target?.value) return undefined;
  const text = t("dashboard.target", { target: formatPercent(target.value, locale) });
  return { value: Number(target.value), text };
}

function useRows(months: readonly Month[], hasRows: boolean) {
  const locale = useLocale();
  return months.map(({ from, to, value, count }) => ({
    key: from,
    label: monthOfYear(from, locale),
    short: monthName(from, locale),
    cells: [value],
    ...(hasRows && count > 0
      ? {
          link: {
            to: ".",
            search: changedSearch({ from, to, rows: "utilisation", page: undefined }),
          } as const,
        }
      : {}),
  }));
}
