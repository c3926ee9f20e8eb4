// Whether sales can be compared with targets: every month of the period needs one.
import type { SalesAnalysis } from "../../../api/types";

export function isComparable({ sold: { target_months } }: SalesAnalysis): boolean {
  return target_months !== null && target_months.covered === target_months.of;
}
