// Whether what was sold may be measured by its target: goals of some of the months are no target of all of them.
import type { SalesAnalysis } from "../../../api/types";

export function coveredMonths({ months }: SalesAnalysis): number {
  return months.filter(({ target }) => target).length;
}

export function isComparable(data: SalesAnalysis): boolean {
  return coveredMonths(data) === data.months.length;
}
