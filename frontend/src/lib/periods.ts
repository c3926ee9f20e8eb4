// Spans of days that people ask for by name: months, quarters and years of the organization's books, or so many months.
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
/** The month that a fiscal year begins with. */
type Begins = (typeof MONTHS)[number];
const A_YEAR = MONTHS.length;

/** How many months; how many times as many back; `rolls`: they end with this month, wherever the year began. */
const SPANS = {
  this_month: { months: 1, back: 0, rolls: false },
  last_month: { months: 1, back: 1, rolls: false },
  this_quarter: { months: 3, back: 0, rolls: false },
  last_quarter: { months: 3, back: 1, rolls: false },
  this_year: { months: A_YEAR, back: 0, rolls: false },
  last_year: { months: A_YEAR, back: 1, rolls: false },
  twelve_months: { months: 12, back: 0, rolls: true },
  two_years: { months: 24, back: 0, rolls: true },
} as const;

export type Period = keyof typeof SPANS;
export type Days = { from: string; to: string };

/** `today` is a business date; a span that is not over is told whole. Quarters and years are the fiscal year's. */
export function daysOf(period: Period, today: string, begins: Begins): Days {
  const { months, back, rolls } = SPANS[period];
  const [year = 0, month = 1] = today.split("-").map(Number);
  const now = year * A_YEAR + month - 1;
  const ofYear = (month - 1 - MONTHS.indexOf(begins) + A_YEAR) % A_YEAR;
  const first = rolls ? now - months + 1 : now - (ofYear % months) - back * months;
  return { from: firstDay(first), to: addDays(firstDay(first + months), -1) };
}

function firstDay(months: number): string {
  const month = String((months % A_YEAR) + 1).padStart(2, "0");
  return `${Math.floor(months / A_YEAR)}-${month}-01`;
}

/** Which of these names the days have; undefined where they are some days. */
export function periodOf<Name extends Period>(
  { from, to }: Days,
  names: readonly Name[],
  today: string,
  begins: Begins,
): Name | undefined {
  return names.find((name) => {
    const named = daysOf(name, today, begins);
    return named.from === from && named.to === to;
  });
}
