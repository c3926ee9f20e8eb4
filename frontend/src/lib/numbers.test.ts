// Tests hours, decimals and percentages in both languages.
import { describe, expect, it } from "vitest";
import { formatDecimal, formatHours, formatInteger, formatPercent, parseDecimal } from "./numbers";

describe("numbers", () => {
  it("does not break a line before the hour sign", () => {
    expect(formatHours("12.50", "en-us")).toBe("12.5\u00a0h");
    expect(formatHours("1234.25", "fr-ca")).toBe("1\u00a0234,25\u00a0h");
    expect(formatHours("0.00", "fr-ca")).toBe("0\u00a0h");
  });

  it("formats decimals, whole numbers and percentages", () => {
    expect(formatDecimal("1234.5", "en-us", 2)).toBe("1,234.50");
    expect(formatInteger(12345, "fr-ca")).toBe("12\u00a0345");
    expect(formatPercent("62.5", "en-us")).toBe("62.5%");
    expect(formatPercent("62.5", "fr-ca")).toBe("62,5\u00a0%");
  });

  it("parses typed text up to the field's number of decimals", () => {
    expect(parseDecimal("7,25")).toBe("7.25");
    expect(parseDecimal("1,250")).toBe("1250");
    expect(parseDecimal("1,250", 3)).toBe("1.25");
    expect(parseDecimal("7.255")).toBeNull();
    expect(parseDecimal("sept")).toBeNull();
  });
});
