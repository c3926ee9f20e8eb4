// Tests the contrast of every core value color in both themes, and that every color of the API has a style.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CoreValue } from "../../api/types";

const COLORS = Object.keys({
  blue: true,
  teal: true,
  green: true,
  amber: true,
  red: true,
  pink: true,
  purple: true,
  slate: true,
} satisfies Record<CoreValue["colour"], true>);

const sheet = readFileSync("src/ui/display/ValueBadge.module.css", "utf8");

function pairs(name: string, colour: string): string[] {
  const rule = sheet.split(`[data-colour="${colour}"]`)[1]?.split("}")[0] ?? "";
  const found = rule.match(new RegExp(`--value-${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`));
  return found ? found.slice(1) : [];
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const part = Number.parseInt(hex.slice(place, place + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe("the color of a core value", () => {
  it("has a contrast computed as in WCAG", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  });

  it.each(COLORS)("%s has enough contrast on its tint", (colour) => {
    const [texts, tints] = [pairs("text", colour), pairs("tint", colour)];
    expect(texts).toHaveLength(2);
    for (const theme of [0, 1]) {
      expect(contrast(texts[theme] ?? "", tints[theme] ?? "")).toBeGreaterThanOrEqual(4.5);
    }
  });
});
