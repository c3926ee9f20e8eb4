// The period of the hours of a record, in the URL; the current month without one.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { addDays, readDay } from "../../../lib/dates";
import { type DateRange, findPeriod, type Period, periodRange } from "../../../lib/periods";
import { useCurrentUser } from "../../../session/currentUser";
import { useToday } from "../../../session/today";
import { changedSearch } from "../../../ui/links/screenSearch";

export const HOURS_PERIODS = [
  "this_month",
  "last_month",
  "this_quarter",
  "this_year",
  "twelve_months",
] as const satisfies readonly Period[];
type NamedPeriod = (typeof HOURS_PERIODS)[number];
const ALL = "all";

export type HoursPeriod = {
  name: NamedPeriod | typeof ALL | "custom";
  /** Absent for all days. */
  range?: DateRange;
  choose: (name: string) => void;
  chooseDays: (from: string, to: string) => void;
};

type RawSearch = { period?: unknown; worked_from?: unknown; worked_to?: unknown };

export function useHoursPeriod(): HoursPeriod {
  const navigate = useNavigate();
  const today = useToday();
  const { fiscal_year_start: fiscalYearStart } = useCurrentUser().organization;
  const params = useSearch({ strict: false }) as RawSearch;
  const [from, to] = [readDay(params.worked_from), readDay(params.worked_to)];
  const show = (range: Partial<DateRange>, period?: string) => {
    const days = { worked_from: range.from, worked_to: range.to };
    const search = changedSearch({ ...days, period, page: undefined, open: undefined });
    void navigate({ to: ".", search, resetScroll: false });
  };
  const choose = (name: string) => {
    const named = HOURS_PERIODS.find((one) => one === name);
    if (name === ALL) show({}, ALL);
    else if (named === "this_month") show({});
    else show(periodRange(named ?? "this_month", today, fiscalYearStart));
  };
  const chooseDays = (first: string, last: string) => show({ from: first, to: last });
  const change = { choose, chooseDays };
  if (from !== undefined && to !== undefined && from <= to) {
    const name = findPeriod({ from, to }, HOURS_PERIODS, today, fiscalYearStart) ?? "custom";
    return { name, range: { from, to }, ...change };
  }
  if (params.period === ALL) return { name: ALL, ...change };
  const range = periodRange("this_month", today, fiscalYearStart);
  return { name: "this_month", range, ...change };
}

/** The month before or after a month; undefined when the range is not a whole month. */
export function neighbourMonth(range: DateRange, step: -1 | 1): DateRange | undefined {
  const { from, to } = monthOfDay(range.from);
  if (range.from !== from || range.to !== to) return undefined;
  return monthOfDay(step === 1 ? addDays(to, 1) : addDays(from, -1));
}

/** The first and last day of the month of a day. */
export function monthOfDay(day: string): DateRange {
  const from = `${day.slice(0, 8)}01`;
  return { from, to: addDays(`${addDays(from, 31).slice(0, 8)}01`, -1) };
}
