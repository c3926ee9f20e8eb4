import { expect, test } from "vitest";
import { snoozeDays } from "./snoozeDays";

const daysOf = (today: string) => snoozeDays(today).map(({ day }) => day);

test("a snooze ends tomorrow, next Monday, or the same day of the next month", () => {
  expect(daysOf("2026-11-27")).toEqual(["2026-11-28", "2026-11-30", "2026-12-27"]);
});

test("on a Monday, next week is in seven days", () => {
  expect(daysOf("2026-11-30")).toEqual(["2026-12-01", "2026-12-07", "2026-12-30"]);
});

test("a shorter month ends the snooze on its last day", () => {
  expect(daysOf("2026-12-31")[2]).toBe("2027-01-31");
  expect(daysOf("2027-01-31")[2]).toBe("2027-02-28");
});
