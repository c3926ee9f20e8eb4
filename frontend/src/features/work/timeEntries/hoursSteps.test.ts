// Tests which bars the hours of a period have.
import { describe, expect, test } from "vitest";
import type { TimeEntryGroup } from "../../../api/types";
import { shownDays, stepOf, toSteps } from "./hoursSteps";

const group = (starts_on: string, ends_on: string, hours: string) =>
  ({ starts_on, ends_on, hours, billable_hours: "0.00" }) as TimeEntryGroup;

const NOVEMBER = { from: "2026-11-01", to: "2026-11-30" };

describe("the bars of a period", () => {
  test("a single day shows its month, other days themselves", () => {
    expect(shownDays({ from: "2026-11-05", to: "2026-11-05" })).toEqual(NOVEMBER);
    expect(shownDays({ from: "2026-11-05", to: "2026-11-06" })?.from).toBe("2026-11-05");
    expect(shownDays(undefined)).toBeUndefined();
  });

  test("long periods have weeks, longer ones and all days have months", () => {
    expect(stepOf(NOVEMBER)).toBe("day");
    expect(stepOf({ from: "2026-01-01", to: "2026-12-31" })).toBe("week");
    expect(stepOf({ from: "2024-01-01", to: "2026-12-31" })).toBe("month");
    expect(stepOf(undefined)).toBe("month");
  });

  test("every day has a bar, without hours where there is no entry", () => {
    const steps = toSteps([group("2026-11-03", "2026-11-03", "7.50")], "day", NOVEMBER);
    expect(steps).toHaveLength(30);
    expect(steps[2]).toEqual({
      from: "2026-11-03",
      to: "2026-11-03",
      hours: "7.50",
      billable: "0.00",
    });
    expect(steps[3]?.hours).toBeNull();
  });

  test("weeks begin on Monday and end with the period", () => {
    const days = { from: "2026-11-04", to: "2026-11-17" };
    const steps = toSteps([group("2026-11-09", "2026-11-15", "20.00")], "week", days);
    expect(steps.map(({ from, to, hours }) => [from, to, hours])).toEqual([
      ["2026-11-04", "2026-11-08", null],
      ["2026-11-09", "2026-11-15", "20.00"],
      ["2026-11-16", "2026-11-17", null],
    ]);
  });

  test("all days reach from the first to the last month with entries", () => {
    const groups = [
      group("2026-03-01", "2026-03-31", "2.00"),
      group("2026-01-01", "2026-01-31", "1.00"),
    ];
    expect(toSteps(groups, "month", undefined).map(({ hours }) => hours)).toEqual([
      "1.00",
      null,
      "2.00",
    ]);
    expect(toSteps([], "month", undefined)).toEqual([]);
  });
});
