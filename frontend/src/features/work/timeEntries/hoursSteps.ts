// The bars of the hours of a period: days, weeks of long periods, and months of longer ones.
import type { TimeEntryGroup } from "../../../api/types";
import { addDays, daysBetween } from "../../../lib/dates";
import type { DateRange } from "../../../lib/periods";
import { monthOfDay } from "./hoursPeriod";

export type Step = "day" | "week" | "month";
export type HoursStep = DateRange & { hours: string | null; billable: string | null };

/** More bars would be too thin to choose, and would not be on one page of groups. */
const MAX_DAYS = 100;
const MAX_WEEKS = 60;

/** The days that the bars show: around a single day, those of its month. */
export function shownDays(range: DateRange | undefined): DateRange | undefined {
  return range !== undefined && range.from === range.to ? monthOfDay(range.from) : range;
}

export function stepOf(days: DateRange | undefined): Step {
  if (days === undefined) return "month";
  const count = daysBetween(days.from, days.to) + 1;
  if (count <= MAX_DAYS) return "day";
  return count <= MAX_WEEKS * 7 ? "week" : "month";
}

/** One bar for each step, oldest first; those without entries have no hours. */
export function toSteps(
  groups: readonly TimeEntryGroup[],
  step: Step,
  days: DateRange | undefined,
): HoursStep[] {
  const found = groups
    .flatMap(({ starts_on: from, ends_on: to, hours, billable_hours: billable }) =>
      from === null || to === null ? [] : [{ from, to, hours, billable }],
    )
    .sort((first, second) => first.from.localeCompare(second.from));
  const [first, last] = [days?.from ?? found.at(0)?.from, days?.to ?? found.at(-1)?.from];
  if (first === undefined || last === undefined) return [];
  const byDay = new Map(found.map((one) => [one.from, one]));
  const steps: HoursStep[] = [];
  for (let span = stepAt(first, step); span.from <= last; span = stepAt(addDays(span.to, 1), step))
    steps.push({ hours: null, billable: null, ...byDay.get(span.from), ...cut(span, days) });
  return steps;
}

/** The first and last week or month may begin before or end after the shown days. */
function cut({ from, to }: DateRange, days: DateRange | undefined): DateRange {
  if (days === undefined) return { from, to };
  return { from: from < days.from ? days.from : from, to: to > days.to ? days.to : to };
}

function stepAt(day: string, step: Step): DateRange {
  if (step === "day") return { from: day, to: day };
  if (step === "month") return monthOfDay(day);
  // Weeks begin on Monday; January 5, 1970 is one.
  const from = addDays(day, -(((daysBetween("1970-01-05", day) % 7) + 7) % 7));
  return { from, to: addDays(from, 6) };
}
