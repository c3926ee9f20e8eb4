// Tests that months without stated hours are not over.
import { expect, it } from "vitest";
import type { RetainerPeriod } from "../../../api/types";
import { isMonthOver } from "./hoursOver";

const period = (fields: Partial<RetainerPeriod>) =>
  ({ base_hours: "0.00", rollover_in: "0.00", adjustment: "0.00", ...fields }) as RetainerPeriod;

it("counts hours over once a number of hours is known", () => {
  const used = period({ overage_hours: "45.00" });
  expect(isMonthOver(used, false)).toBe(false);
  expect(isMonthOver(used, true)).toBe(true);
  expect(isMonthOver({ ...used, base_hours: "10.00" }, false)).toBe(true);
  expect(isMonthOver({ ...used, rollover_in: "-45.00" }, false)).toBe(false);
  expect(isMonthOver(period({ overage_hours: "0.00" }), true)).toBe(false);
});
