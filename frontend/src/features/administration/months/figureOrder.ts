// The order of a month's figures.
import type { MonthFigure } from "../../../api/types";

const ORDER: readonly MonthFigure["name"][] = [
  "mrr_start",
  "mrr_movements",
  "mrr",
  "gross_revenue_churn",
  "net_revenue_retention",
  "clients_start",
  "lost_clients",
  "logo_churn",
  "lost_retainers",
  "revenue",
  "receivables",
  "overdue",
  "oos_sold",
  "utilisation",
  "billable_hours",
];

export const inOrder = (figures: readonly MonthFigure[]) =>
  [...figures].sort((one, other) => ORDER.indexOf(one.name) - ORDER.indexOf(other.name));
