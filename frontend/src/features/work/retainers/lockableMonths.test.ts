// The months that can be closed, across years and short months.
import { expect, it } from "vitest";
import { daysOf, endedMonths } from "./lockableMonths";

it("returns 24 past months, newest first", () => {
  const months = endedMonths("2026-01-31");
  expect([months[0], months[1], months.length]).toEqual(["2025-12", "2025-11", 24]);
  expect(endedMonths("2026-03-31")[0]).toBe("2026-02");
});

it("includes an older selected month", () => {
  expect(endedMonths("2026-01-31", "2020-05").at(-1)).toBe("2020-05");
  expect(endedMonths("2026-01-31", "2025-12")).toHaveLength(24);
});

it.each([
  ["2026-02", { first: "2026-02-01", last: "2026-02-28", previousDay: "2026-01-31" }],
  ["2024-02", { first: "2024-02-01", last: "2024-02-29", previousDay: "2024-01-31" }],
  ["2026-12", { first: "2026-12-01", last: "2026-12-31", previousDay: "2026-11-30" }],
])("returns the first, last and previous day of %s", (month, days) => {
  expect(daysOf(month)).toEqual(days);
});
