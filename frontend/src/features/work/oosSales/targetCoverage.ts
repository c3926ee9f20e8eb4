// Whether sales are comparable with their target: only if all months have one.
import type { SalesAnalysis } from "../../../api/types";

export function coveredMonths({ months }: SalesAnalysis): number {
  return months.filter(({ target }) => target).length;
}

export function isComparable(data: SalesAnalysis): boolean {
  return coveredMonths(data) === data.months.length;
}
