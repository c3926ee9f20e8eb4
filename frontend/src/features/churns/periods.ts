// The periods that churn is looked at for, by name.
import type { Period } from "../../lib/periods";

export const PERIODS = [
  "this_month",
  "last_month",
  "this_quarter",
  "this_year",
  "last_year",
  "twelve_months",
] as const satisfies readonly Period[];

/** What an analysis by month is of; two years tell what a season is. */
export const ANALYSED = [
  "two_years",
  "twelve_months",
  "this_quarter",
  "last_quarter",
  "this_year",
  "last_year",
  "this_month",
  "last_month",
] as const satisfies readonly Period[];
export type Analysed = (typeof ANALYSED)[number];
