// Percentages as people of both languages type them.
import { describe, expect, it } from "vitest";
import { readPercentages, sumOf } from "./schedule";

describe("percentages", () => {
  it.each([
    ["30 / 40 / 30", ["30", "40", "30"]],
    ["30 40 30", ["30", "40", "30"]],
    ["33,33 % / 66,67 %", ["33.33", "66.67"]],
    ["33.33% + 66.67%", ["33.33", "66.67"]],
    ["50;50", ["50", "50"]],
    ["", []],
  ])("reads %s", (typed, expected) => {
    expect(readPercentages(typed)).toEqual(expected);
  });

  it.each(["thirty / 70", "30 / 4x"])("does not guess what %s means", (typed) => {
    expect(readPercentages(typed)).toBeNull();
  });

  it("adds them exactly", () => {
    expect(sumOf(["33.33", "33.33", "33.34"])).toBe("100.00");
    expect(sumOf(["0.1", "0.2"])).toBe("0.30");
    expect(sumOf([])).toBe("0.00");
  });
});
