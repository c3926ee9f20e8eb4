// The figure whose records explain a difference of another one.
import type { MonthFigure, RestatedFigure } from "../../../api/types";

/** Rates are calculated from other figures, whose records explain them. */
const CALCULATED_FROM = {
  gross_revenue_churn: "mrr_movements",
  net_revenue_retention: "mrr_movements",
  logo_churn: "lost_clients",
} as const;

export function restatedBy({ name }: MonthFigure): RestatedFigure {
  return name in CALCULATED_FROM
    ? CALCULATED_FROM[name as keyof typeof CALCULATED_FROM]
    : (name as RestatedFigure);
}
