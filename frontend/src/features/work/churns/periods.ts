// The periods that churn is looked at for, by name.
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

/** What an analysis by month is of; two years tell what a season is. */
export const ANALYSED: Periods = [
  "two_years",
  "twelve_months",
  "this_quarter",
  "last_quarter",
  "this_year",
  "last_year",
  "this_month",
  "last_month",
];
