// Whether sales can be compared with targets: every month of the period needs one.
import type { SalesAnalysis, SalesFigure } from "../../../api/types";

const isCovered = ({ target_months: months }: SalesFigure) =>
  months !== null && months.covered === months.of;

export function isComparable({ sold }: SalesAnalysis): boolean {
  return isCovered(sold);
}

/** Bars are compared with marks only if all targets cover all months. */
export function areComparable(figures: readonly SalesFigure[]): boolean {
  return figures.filter(({ target }) => target).every(isCovered);
}
