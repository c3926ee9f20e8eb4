// What the charts of the dashboard share: the way from a part to its rows, its amounts, and as of when they are.
import type { Dashboard, DashboardFigure, DashboardFigureName } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import type { Row } from "../../../ui/charts/chartData";
import { changedSearch } from "../../../ui/links/screenSearch";
import { sumOf } from "./dashboardGroups";

/** `page`: where the rows open; beside the figures where these are already on it. */
export type ChartOf = { dashboard: Dashboard; figure: DashboardFigure; page?: "/dashboard" };

/** The rows of a part; nothing where there are none to open. */
export function rowsOf(
  { figure, page }: ChartOf,
  rows: DashboardFigureName,
  group: string,
): Partial<Row> {
  if (!figure.has_rows || sumOf(figure, group) === undefined) return {};
  if (page) return { link: { to: page, search: { rows, group } } };
  return { link: { to: ".", search: changedSearch({ rows, group, page: undefined }) } };
}

/** A part's amount and how many records bring it in. */
export const amountOf = (figure: DashboardFigure, group: string) =>
  sumOf(figure, group)?.money?.amount ?? "0";
export const countOf = (figure: DashboardFigure, group: string) =>
  String(sumOf(figure, group)?.count ?? 0);

export function useSource({ dashboard, figure }: ChartOf): string {
  const t = useTranslate();
  const locale = useLocale();
  const words = { date: formatDate(figure.as_of, locale), currency: dashboard.currency };
  return t("dashboard.source", words);
}
