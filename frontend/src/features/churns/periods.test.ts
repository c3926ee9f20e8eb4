// Holds the spans of days to the calendar.
import { expect, it } from "vitest";
import { daysOf, isPeriod, PERIODS } from "./periods";

it.each([
  ["this_year", "2026-11-22", "april", "2026-04-01", "2027-03-31"],
  ["this_year", "2026-03-31", "april", "2025-04-01", "2026-03-31"],
  ["last_year", "2026-03-31", "april", "2024-04-01", "2025-03-31"],
  ["last_year", "2026-12-31", "december", "2025-12-01", "2026-11-30"],
  ["this_quarter", "2026-11-22", "february", "2026-11-01", "2027-01-31"],
  ["this_quarter", "2026-01-31", "february", "2025-11-01", "2026-01-31"],
  ["this_month", "2026-11-22", "february", "2026-11-01", "2026-11-30"],
] as const)(
  "%s on %s, in a fiscal year from %s, goes from %s to %s",
  (period, today, start, ...days) => {
    const [from, to] = days;
    expect(daysOf(period, today, start)).toEqual({ from, to });
  },
);

it.each([
  ["this_month", "2026-11-22", "2026-11-01", "2026-11-30"],
  ["this_month", "2028-02-10", "2028-02-01", "2028-02-29"],
  ["last_month", "2026-01-05", "2025-12-01", "2025-12-31"],
  ["this_quarter", "2026-11-22", "2026-10-01", "2026-12-31"],
  ["this_quarter", "2026-03-31", "2026-01-01", "2026-03-31"],
  ["this_year", "2026-11-22", "2026-01-01", "2026-12-31"],
  ["last_year", "2026-11-22", "2025-01-01", "2025-12-31"],
  ["twelve_months", "2026-11-22", "2025-12-01", "2026-11-30"],
  ["twelve_months", "2026-12-01", "2026-01-01", "2026-12-31"],
] as const)("%s on %s goes from %s to %s", (period, today, from, to) => {
  expect(daysOf(period, today, "january")).toEqual({ from, to });
});

it("knows its own names only", () => {
  expect(PERIODS.every(isPeriod)).toBe(true);
  expect(isPeriod("next_month")).toBe(false);
  expect(isPeriod(undefined)).toBe(false);
});
