// The query of the last twelve months, for the home page's figures at the end of a day.
import { dataQuery } from "../../../api/queries";
import type { CurrentUser, DashboardHistory } from "../../../api/types";
import { widestScope } from "./dashboardQueries";

export type HistoryFigure = "mrr" | "receivables" | "overdue";
export type Months = DashboardHistory["figures"][string];

export function historyQuery(user: CurrentUser) {
  return dataQuery("/dashboard-months", { query: { scope: widestScope(user) } });
}

/** True when no month has records. */
export const isEmpty = (months: Months) => months.every(({ count }) => count === 0);
