// Named periods: months, fiscal quarters and years, and rolling months.
import { addDays } from "./dates";

const MONTHS = [
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
] as const;
/** The first month of the fiscal year. */
type FiscalYearStart = (typeof MONTHS)[number];
const MONTHS_PER_YEAR = MONTHS.length;

/**
 * `months`: the length; `back`: how many lengths before the current one; `rolls`: ends with the current month, in any
 * fiscal year.
 */
const PERIODS = {
  this_month: { months: 1, back: 0, rolls: false },
  last_month: { months: 1, back: 1, rolls: false },
  this_quarter: { months: 3, back: 0, rolls: false },
  last_quarter: { months: 3, back: 1, rolls: false },
  this_year: { months: MONTHS_PER_YEAR, back: 0, rolls: false },
  last_year: { months: MONTHS_PER_YEAR, back: 1, rolls: false },
  twelve_months: { months: 12, back: 0, rolls: true },
  two_years: { months: 24, back: 0, rolls: true },
} as const;

export type Period = keyof typeof PERIODS;
export type DateRange = { from: string; to: string };

/** The first and last day of a period that contains or precedes `today`. Quarters and years follow the fiscal year. */
export function periodRange(
  period: Period,
  today: string,
  fiscalYearStart: FiscalYearStart,
): DateRange {
  const { months, back, rolls } = PERIODS[period];
  const [year = 0, month = 1] = today.split("-").map(Number);
  const currentMonth = year * MONTHS_PER_YEAR + month - 1;
  const monthsIntoYear =
    (month - 1 - MONTHS.indexOf(fiscalYearStart) + MONTHS_PER_YEAR) % MONTHS_PER_YEAR;
  const firstMonth = rolls
    ? currentMonth - months + 1
    : currentMonth - (monthsIntoYear % months) - back * months;
  return { from: firstDay(firstMonth), to: addDays(firstDay(firstMonth + months), -1) };
}

function firstDay(months: number): string {
  const month = String((months % MONTHS_PER_YEAR) + 1).padStart(2, "0");
  return `${Math.floor(months / MONTHS_PER_YEAR)}-${month}-01`;
}

/** The first of these periods with exactly these days, if any. */
export function findPeriod<Name extends Period>(
  { from, to }: DateRange,
  names: readonly Name[],
  today: string,
  fiscalYearStart: FiscalYearStart,
): Name | undefined {
  return names.find((name) => {
    const range = periodRange(name, today, fiscalYearStart);
    return range.from === from && range.to === to;
  });
}
