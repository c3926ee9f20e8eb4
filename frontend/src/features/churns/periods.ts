// The spans of days whose movements are looked at, as their first and last day.
import type { CurrentUser } from "../../api/types";

type Month = CurrentUser["organization"]["fiscal_year_start"];

const MONTHS: readonly Month[] = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

export const PERIODS = [
  "this_month",
  "last_month",
  "this_quarter",
  "this_year",
  "last_year",
  "twelve_months",
] as const;

export type Period = (typeof PERIODS)[number];

export function isPeriod(value: unknown): value is Period {
  return PERIODS.some((period) => period === value);
}

/** A day of a year and a month counted from 0, on which both may run over; day 0 is the last of the month before. */
function day(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
}

/** `today` is a business date; months that are not over are looked at whole. Years and quarters are the fiscal year's. */
export function daysOf(period: Period, today: string, start: Month): { from: string; to: string } {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const now = month - 1;
  // How many months of the fiscal year are over.
  const over = (now - MONTHS.indexOf(start) + 12) % 12;
  const months = (first: number, count: number) => ({
    from: day(year, first, 1),
    to: day(year, first + count, 0),
  });
  switch (period) {
    case "this_month":
      return months(now, 1);
    case "last_month":
      return months(now - 1, 1);
    case "this_quarter":
      return months(now - (over % 3), 3);
    case "this_year":
      return months(now - over, 12);
    case "last_year":
      return months(now - over - 12, 12);
    case "twelve_months":
      return months(now - 11, 12);
  }
}
