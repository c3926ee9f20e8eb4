// How periods and their days are named in both languages.
import { intlTag } from "../../../lib/numbers";

const DAY = { day: "numeric", month: "long", timeZone: "UTC" } as const;
const SPAN = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;

export type Days = { starts_on: string; ends_on: string };

function utc(iso: string): Date {
  return new Date(`${iso}T00:00:00Z`);
}

function isWholeMonth({ starts_on, ends_on }: Days): boolean {
  const after = utc(ends_on);
  after.setUTCDate(after.getUTCDate() + 1);
  return starts_on.endsWith("-01") && after.getUTCDate() === 1;
}

/** "November 2026", "Nov 2026" where it is tight; of a period that is cut, its days. */
export function periodName(period: Days, locale: string, month: "long" | "short" = "long"): string {
  const tag = intlTag(locale);
  if (isWholeMonth(period)) {
    const whole = new Intl.DateTimeFormat(tag, { month, year: "numeric", timeZone: "UTC" });
    return whole.format(utc(period.starts_on));
  }
  return new Intl.DateTimeFormat(tag, SPAN).formatRange(utc(period.starts_on), utc(period.ends_on));
}

/** "November 27", "27 novembre", "1er décembre". */
export function dayName(iso: string, locale: string): string {
  const written = new Intl.DateTimeFormat(intlTag(locale), DAY).format(utc(iso));
  return intlTag(locale) === "fr-CA" ? written.replace(/^1 /, "1er ") : written;
}
