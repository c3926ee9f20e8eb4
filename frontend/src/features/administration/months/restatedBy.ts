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

/** What a rate is a share of; its records are those of another figure. */
const DIVIDED_BY = {
  gross_revenue_churn: "mrr_start",
  net_revenue_retention: "mrr_start",
  logo_churn: "clients_start",
} as const;

/** The figure at the start of the month that a rate is calculated from; null for any other figure. */
export function startOf({ name }: MonthFigure): "mrr_start" | "clients_start" | null {
  return name in DIVIDED_BY ? DIVIDED_BY[name as keyof typeof DIVIDED_BY] : null;
}
