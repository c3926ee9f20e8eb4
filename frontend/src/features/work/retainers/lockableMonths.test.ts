// Holds the months that are offered to those that are over, across years and short months.
import { expect, it } from "vitest";
import { daysOf, endedMonths } from "./lockableMonths";

it("offers two years of months that have ended, the newest first", () => {
  const months = endedMonths("2026-01-31");
  expect([months[0], months[1], months.length]).toEqual(["2025-12", "2025-11", 24]);
  expect(endedMonths("2026-03-31")[0]).toBe("2026-02");
});

it("keeps an older month that was chosen", () => {
  expect(endedMonths("2026-01-31", "2020-05").at(-1)).toBe("2020-05");
  expect(endedMonths("2026-01-31", "2025-12")).toHaveLength(24);
});

it.each([
  ["2026-02", { first: "2026-02-01", last: "2026-02-28", before: "2026-01-31" }],
  ["2024-02", { first: "2024-02-01", last: "2024-02-29", before: "2024-01-31" }],
  ["2026-12", { first: "2026-12-01", last: "2026-12-31", before: "2026-11-30" }],
])("knows the days of %s", (month, days) => {
  expect(daysOf(month)).toEqual(days);
});
