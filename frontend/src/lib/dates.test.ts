// Tests dates in both languages and in several time zones.
import { afterEach, describe, expect, it } from "vitest";
import {
  addDays,
  businessDay,
  calendarConvention,
  formatDate,
  formatDateTime,
  formatRelative,
  formatTypedDate,
  parseTypedDate,
} from "./dates";

const machineZone = process.env.TZ;

afterEach(() => {
  if (machineZone === undefined) delete process.env.TZ;
  else process.env.TZ = machineZone;
});

describe.each(["Pacific/Auckland", "America/Montreal", "UTC"])("on a machine in %s", (zone) => {
  it("never shifts a business date", () => {
    process.env.TZ = zone;
    expect(formatDate("2026-03-04", "en-us")).toBe("Mar 4, 2026");
    expect(formatDate("2026-03-04", "fr-ca")).toBe("4 mars 2026");
    expect(formatDate("2026-03-01", "fr-ca")).toBe("1er mars 2026");
    expect(formatDate("2026-03-11", "fr-ca")).toBe("11 mars 2026");
    expect(addDays("2026-03-08", 1)).toBe("2026-03-09");
    expect(parseTypedDate("3/4", "en-us", "2026-11-20")).toBe("2026-03-04");
  });

  it("shows an instant in the reader's zone, not the machine's", () => {
    process.env.TZ = zone;
    const at = "2026-03-04T03:05:00Z";
    expect(formatDateTime(at, "fr-ca", "America/Montreal")).toBe("3 mars 2026, 22\u00a0h\u00a005");
    expect(formatDateTime(at, "en-us", "Pacific/Auckland").replace(/\s/g, " ")).toBe(
      "Mar 4, 2026, 4:05 PM",
    );
    expect(businessDay(new Date(at), "America/Montreal")).toBe("2026-03-03");
  });
});

describe("formatRelative", () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  it.each([
    ["2026-11-20T10:00:00Z", "2 hours ago", "il y a 2 heures"],
    ["2026-11-20T11:59:30Z", "now", "maintenant"],
    ["2026-11-20T11:15:00Z", "45 minutes ago", "il y a 45 minutes"],
    ["2026-11-19T10:00:00Z", "yesterday", "hier"],
    ["2026-11-13T12:00:00Z", "7 days ago", "il y a 7 jours"],
    ["2026-11-13T11:59:59Z", "Nov 13, 2026", "13 nov. 2026"],
    ["2026-11-21T13:00:00Z", "tomorrow", "demain"],
  ])("formats %s as %s and %s", (at, english, french) => {
    expect(formatRelative(at, "en-us", { now }).replace(/\s/g, " ")).toBe(english);
    expect(formatRelative(at, "fr-ca", { now }).replace(/\s/g, " ")).toBe(french);
  });
});

describe("parseTypedDate", () => {
  const today = "2026-11-20";
  it.each([
    ["3/4", "en-us", "2026-03-04"],
    ["3/4", "fr-ca", "2026-04-03"],
    ["2026-03-04", "fr-ca", "2026-03-04"],
    ["today", "fr-ca", "2026-11-20"],
    ["aujourd’hui", "fr-ca", "2026-11-20"],
    ["Aujourd'hui", "en-us", "2026-11-20"],
    ["demain", "fr-ca", "2026-11-21"],
    ["yesterday", "en-us", "2026-11-19"],
    ["20/11/26", "fr-ca", "2026-11-20"],
    ["11/20/26", "en-us", "2026-11-20"],
    ["01/02/69", "en-us", "1969-01-02"],
    ["01/02/68", "en-us", "2068-01-02"],
    ["20/11/2026", "fr-ca", "2026-11-20"],
    ["11-20-2026", "en-us", "2026-11-20"],
    ["1.12.2027", "fr-ca", "2027-12-01"],
  ])("parses %j in %s", (typed, locale, iso) => {
    expect(parseTypedDate(typed, locale, today)).toBe(iso);
  });

  it.each(["", "30/02/2026", "13/13/2026", "soon", "2026-02-30", "4", "1/1/123"])(
    "refuses %j",
    (typed) => {
      expect(parseTypedDate(typed, "fr-ca", today)).toBeNull();
    },
  );

  it("follows the specification's calendars", () => {
    expect(calendarConvention("fr-ca")).toMatchObject({ pattern: "dd/mm/yy", firstDayOfWeek: 1 });
    expect(calendarConvention("en-us")).toMatchObject({ pattern: "mm/dd/yy", firstDayOfWeek: 0 });
    expect(formatTypedDate("2026-11-20", "fr-ca")).toBe("20/11/26");
    expect(formatTypedDate("2026-11-20", "en-us")).toBe("11/20/26");
  });

  it.each([
    ["1969-01-02", "01/02/69"],
    ["2000-01-02", "01/02/00"],
    ["2068-12-31", "12/31/68"],
    ["1968-12-31", "12/31/1968"],
    ["2069-01-01", "01/01/2069"],
    ["1026-11-20", "11/20/1026"],
  ])("writes %s as %s, which is read back as the same day", (iso, text) => {
    expect(formatTypedDate(iso, "en-us")).toBe(text);
    expect(parseTypedDate(text, "en-us", today)).toBe(iso);
  });
});
