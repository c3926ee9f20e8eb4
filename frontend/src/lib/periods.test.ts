// Tests periods against the calendar and the fiscal year.
import { expect, it } from "vitest";
import { findPeriod, periodRange } from "./periods";

it.each([
  ["this_month", "2026-11-22", "january", "2026-11-01", "2026-11-30"],
  ["this_month", "2028-02-10", "january", "2028-02-01", "2028-02-29"],
  ["last_month", "2026-01-05", "january", "2025-12-01", "2025-12-31"],
  ["last_month", "2028-03-01", "january", "2028-02-01", "2028-02-29"],
  ["this_quarter", "2026-11-22", "january", "2026-10-01", "2026-12-31"],
  ["this_quarter", "2026-03-31", "january", "2026-01-01", "2026-03-31"],
  ["last_quarter", "2026-11-20", "january", "2026-07-01", "2026-09-30"],
  ["this_year", "2026-11-22", "january", "2026-01-01", "2026-12-31"],
  ["last_year", "2026-11-22", "january", "2025-01-01", "2025-12-31"],
  ["twelve_months", "2026-11-22", "january", "2025-12-01", "2026-11-30"],
  ["twelve_months", "2026-12-01", "april", "2026-01-01", "2026-12-31"],
  ["two_years", "2026-01-15", "april", "2024-02-01", "2026-01-31"],
  ["this_month", "2026-11-22", "february", "2026-11-01", "2026-11-30"],
  ["this_quarter", "2026-11-22", "february", "2026-11-01", "2027-01-31"],
  ["this_quarter", "2026-01-31", "february", "2025-11-01", "2026-01-31"],
  ["last_quarter", "2026-11-20", "february", "2026-08-01", "2026-10-31"],
  ["this_year", "2026-11-22", "april", "2026-04-01", "2027-03-31"],
  ["this_year", "2026-03-31", "april", "2025-04-01", "2026-03-31"],
  ["this_year", "2026-11-20", "december", "2025-12-01", "2026-11-30"],
  ["last_year", "2026-12-31", "december", "2025-12-01", "2026-11-30"],
] as const)("%s on %s, in a fiscal year from %s", (period, today, fiscalYearStart, from, to) => {
  expect(periodRange(period, today, fiscalYearStart)).toEqual({ from, to });
});

it("finds a period by its days among the given ones", () => {
  const days = periodRange("last_quarter", "2026-11-20", "april");
  const find = (names: Parameters<typeof findPeriod>[1]) =>
    findPeriod(days, names, "2026-11-20", "april");
  expect(find(["this_month", "last_quarter"])).toBe("last_quarter");
  expect(find(["this_month", "last_month"])).toBeUndefined();
  expect(findPeriod({ ...days, from: "2026-07-02" }, ["last_quarter"], "2026-11-20", "april")).toBe(
    undefined,
  );
});

it.each([
  ["twelve_months", "2026-11-22", "january", "2025-12-01", "2026-11-30"],
  ["this_month", "2028-02-10", "april", "2028-02-01", "2028-02-29"],
  ["last_month", "2026-01-05", "january", "2025-12-01", "2025-12-31"],
  ["this_quarter", "2026-01-31", "february", "2025-11-01", "2026-01-31"],
  ["last_quarter", "2026-02-01", "january", "2025-10-01", "2025-12-31"],
  ["this_year", "2026-03-31", "april", "2025-04-01", "2026-03-31"],
  ["last_year", "2026-12-31", "december", "2025-12-01", "2026-11-30"],
] as const)(
  "%s on %s, in a year from %s, goes from %s to %s",
  (period, today, fiscalYearStart, from, to) => {
    expect(periodRange(period, today, fiscalYearStart)).toEqual({ from, to });
  },
);
