// The query of figures for the last twelve months, each until the day of the month that it is today.
import { dataQuery } from "../../../api/queries";
import type {
  Currency,
  Dashboard,
  DashboardFigure,
  DashboardFigureName,
  DashboardHistory,
} from "../../../api/types";
import type { Scope } from "./dashboardSearch";

const WITH_HISTORY = [
  "mrr",
  "revenue",
  "invoiced",
  "receivables",
  "overdue",
  "oos_sold",
  "utilisation",
  "billable_hours",
  "lost_retainers",
  "lost_clients",
] as const satisfies readonly DashboardFigureName[];

export type HistoryFigure = (typeof WITH_HISTORY)[number];
export type Months = DashboardHistory["figures"][string];
export type HistoryRequest = {
  figure: readonly HistoryFigure[];
  scope: Scope;
  currency?: Currency;
};

export const hasHistory = (name: DashboardFigureName): name is HistoryFigure =>
  WITH_HISTORY.some((known) => known === name);

/** The twelve months end today, so they belong to figures of the present month only. */
export function isPresentMonth({ from, to, as_of: today }: Dashboard): boolean {
  const month = today.slice(0, 7);
  return from === `${month}-01` && to >= today && to.startsWith(month);
}

/** Twelve months end with the period, or today if it goes on. */
export const untilPeriod = ({ to, as_of: today }: Dashboard) => (to < today ? { until: to } : {});

export function historyQuery({ figure, ...request }: HistoryRequest) {
  return dataQuery("/dashboard-months", {
    query: { ...request, figure: [...figure], same_days: true },
  });
}

/** True when no month has records. */
export const isEmpty = (months: Months) => months.every(({ count }) => count === 0);

/** The value of each month in the unit of the figure; null where there is none. */
export const valuesOf = (months: Months, unit: DashboardFigure["unit"]) =>
  months.map(({ money, value, count }) =>
    unit === "count" ? String(count) : (money?.amount ?? value),
  );
