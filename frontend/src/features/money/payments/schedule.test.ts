// Parsing and adding percentages.
import { describe, expect, it } from "vitest";
import { parsePercentages, sumOf } from "./schedule";

describe("percentages", () => {
  it.each([
    ["30 / 40 / 30", ["30", "40", "30"]],
    ["30 40 30", ["30", "40", "30"]],
    ["33,33 % / 66,67 %", ["33.33", "66.67"]],
    ["33.33% + 66.67%", ["33.33", "66.67"]],
    ["50;50", ["50", "50"]],
    ["", []],
  ])("parses %s", (text, expected) => {
    expect(parsePercentages(text)).toEqual(expected);
  });

  it.each(["thirty / 70", "30 / 4x"])("returns null for %s", (text) => {
    expect(parsePercentages(text)).toBeNull();
  });

  it("adds them exactly", () => {
    expect(sumOf(["33.33", "33.33", "33.34"])).toBe("100.00");
    expect(sumOf(["0.1", "0.2"])).toBe("0.30");
    expect(sumOf([])).toBe("0.00");
  });
});
