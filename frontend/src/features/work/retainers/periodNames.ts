// The names of periods and days in both languages.
import { intlTag } from "../../../lib/numbers";

const DAY_FORMAT = { day: "numeric", month: "long", timeZone: "UTC" } as const;
const RANGE_FORMAT = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;

export type Days = { starts_on: string; ends_on: string };

function utc(iso: string): Date {
  return new Date(`${iso}T00:00:00Z`);
}

function isWholeMonth({ starts_on, ends_on }: Days): boolean {
  const nextDay = utc(ends_on);
  nextDay.setUTCDate(nextDay.getUTCDate() + 1);
  return starts_on.endsWith("-01") && nextDay.getUTCDate() === 1;
}

/** "November 2026" or "Nov 2026"; the days for part of a month. */
export function periodName(period: Days, locale: string, month: "long" | "short" = "long"): string {
  const tag = intlTag(locale);
  if (isWholeMonth(period)) {
    const monthFormat = new Intl.DateTimeFormat(tag, { month, year: "numeric", timeZone: "UTC" });
    return monthFormat.format(utc(period.starts_on));
  }
  return new Intl.DateTimeFormat(tag, RANGE_FORMAT).formatRange(
    utc(period.starts_on),
    utc(period.ends_on),
  );
}

/** "November 27", "27 novembre", "1er décembre". */
export function dayName(iso: string, locale: string): string {
  const text = new Intl.DateTimeFormat(intlTag(locale), DAY_FORMAT).format(utc(iso));
  return intlTag(locale) === "fr-CA" ? text.replace(/^1 /, "1er ") : text;
}

/** "Nov 27", "27 nov.", "1er déc.". */
export function shortDay(iso: string, locale: string): string {
  const format = { day: "numeric", month: "short", timeZone: "UTC" } as const;
  const text = new Intl.DateTimeFormat(intlTag(locale), format).format(utc(iso));
  return intlTag(locale) === "fr-CA" ? text.replace(/^1 /, "1er ") : text;
}

/** "Oct 2027", "oct. 2027". */
export function shortMonth(iso: string, locale: string): string {
  const format = { month: "short", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(intlTag(locale), format).format(utc(iso));
}
