// Twelve months of the figures that are so much at the close of a day, as far as home tells them.
import { dataQuery } from "../../../api/queries";
import type { CurrentUser, DashboardHistory } from "../../../api/types";
import { widestScope } from "./dashboardQueries";

export type HistoryFigure = "mrr" | "receivables" | "overdue";
export type Months = DashboardHistory["figures"][string];

export function historyQuery(user: CurrentUser) {
  return dataQuery("/dashboard-months", { query: { scope: widestScope(user) } });
}

/** Nothing in any of them, and nothing without a rate either. */
export const isEmpty = (months: Months) => months.every(({ count }) => count === 0);
