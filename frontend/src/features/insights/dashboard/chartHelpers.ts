// Shared by the dashboard's charts: links from a part to its rows, and amounts.
import type { Dashboard, DashboardFigure, DashboardFigureName } from "../../../api/types";
import type { Row } from "../../../ui/charts/chartData";
import { changedSearch } from "../../../ui/links/screenSearch";
import { sumOf } from "./dashboardGroups";

/** `page` is where the rows open; without it they open on the current page. */
export type ChartProps = { dashboard: Dashboard; figure: DashboardFigure; page?: "/dashboard" };

/** The link to the rows of a group, if it has rows. */
export function rowsLink(
  { figure, page }: ChartProps,
  rows: DashboardFigureName,
  group: string,
): Partial<Row> {
  if (!figure.has_rows || sumOf(figure, group) === undefined) return {};
  if (page) return { link: { to: page, search: { rows, group } } };
  return { link: { to: ".", search: changedSearch({ rows, group, page: undefined }) } };
}

/** The links of the groups of a row, by column. */
export const cellLinks = (
  props: ChartProps,
  rows: DashboardFigureName,
  groups: readonly string[],
): Partial<Row> => ({ cellLinks: groups.map((group) => rowsLink(props, rows, group).link) });

/** A group's amount and number of records. */
export const amountOf = (figure: DashboardFigure, group: string) =>
  sumOf(figure, group)?.money?.amount ?? "0";
export const countOf = (figure: DashboardFigure, group: string) =>
  String(sumOf(figure, group)?.count ?? 0);
