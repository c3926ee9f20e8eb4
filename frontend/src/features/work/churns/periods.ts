// The periods of the churn pages.
import type { Period } from "../../../lib/periods";
import type { Periods } from "../../../ui/analysis/analysisSearch";

export const PERIODS = [
  "this_month",
  "last_month",
  "this_quarter",
  "this_year",
  "last_year",
  "twelve_months",
] as const satisfies readonly Period[];

/** The periods of the analysis by month; two years show seasonal effects. */
export const ANALYSIS_PERIODS: Periods = [
  "two_years",
  "twelve_months",
  "this_quarter",
  "last_quarter",
  "this_year",
  "last_year",
  "this_month",
  "last_month",
];
