// The names of periods and days in both languages.
import { describe, expect, it } from "vitest";
import { dayName, periodName } from "./periodNames";

const november = { starts_on: "2026-11-01", ends_on: "2026-11-30" };
const leapFebruary = { starts_on: "2028-02-01", ends_on: "2028-02-29" };
const startsLate = { starts_on: "2026-11-10", ends_on: "2026-11-30" };
const endsEarly = { starts_on: "2026-11-01", ends_on: "2026-11-29" };

describe("period", () => {
  it("has the name of its month when it is a whole month", () => {
    expect(periodName(november, "en-us")).toBe("November 2026");
    expect(periodName(november, "fr-ca")).toBe("novembre 2026");
    expect(periodName(leapFebruary, "fr-ca", "short")).toBe("févr. 2028");
  });

  it("has its days as its name when it is part of a month", () => {
    expect(periodName(startsLate, "en-us").replaceAll(/[\u2009\u202f\u00a0]/g, " ")).toBe(
      "Nov 10 – 30, 2026",
    );
    expect(periodName(endsEarly, "fr-ca")).toContain("29 nov. 2026");
  });
});

describe("day", () => {
  it("has no year, and “1er” in French", () => {
    expect(dayName("2026-11-27", "en-us")).toBe("November 27");
    expect(dayName("2026-11-27", "fr-ca")).toBe("27 novembre");
    expect(dayName("2026-12-01", "fr-ca")).toBe("1er décembre");
    expect(dayName("2026-12-01", "en-us")).toBe("December 1");
    expect(dayName("2026-12-11", "fr-ca")).toBe("11 décembre");
  });
});
