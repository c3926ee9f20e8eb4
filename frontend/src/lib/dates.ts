// Formats and parses dates. A business date never shifts with a time zone; an instant is shown in the user's zone.
import { intlTag, NBSP } from "./numbers";

export type CalendarConvention = {
  /** How date fields write a date, and the order in which they read one. */
  pattern: "dd/mm/yy" | "mm/dd/yy";
  /** 0 is Sunday, 1 is Monday. */
  firstDayOfWeek: 0 | 1;
};

const FRENCH: CalendarConvention = { pattern: "dd/mm/yy", firstDayOfWeek: 1 };
const ENGLISH: CalendarConvention = { pattern: "mm/dd/yy", firstDayOfWeek: 0 };

export function calendarConvention(locale: string): CalendarConvention {
  return intlTag(locale) === "fr-CA" ? FRENCH : ENGLISH;
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(locale: string, timeZone: string, withTime: boolean): Intl.DateTimeFormat {
  const key = `${intlTag(locale)}/${timeZone}/${withTime}`;
  const cached = dateFormats.get(key);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat(intlTag(locale), {
    dateStyle: "medium",
    ...(withTime ? { timeStyle: "short" } : {}),
    timeZone,
  });
  dateFormats.set(key, format);
  return format;
}

function utcDate(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

export function readIsoDate(iso: string): Date {
  const [year = 0, month = 1, day = 1] = iso.slice(0, 10).split("-").map(Number);
  return utcDate(year, month, day);
}

/** French writes the first day of a month as "1er mars 2026", which no browser does. */
export function firstOfMonth(text: string, locale: string): string {
  return intlTag(locale) === "fr-CA" ? text.replace(/^1(?=\s)/, "1er") : text;
}

/** "2026-03-04" → "Mar 4, 2026", "4 mars 2026", in any time zone. */
export function formatDate(iso: string, locale: string): string {
  return firstOfMonth(dateFormat(locale, "UTC", false).format(readIsoDate(iso)), locale);
}

/** An instant in the given zone: "Mar 4, 2026, 3:05 PM", "4 mars 2026, 15 h 05". */
export function formatDateTime(iso: string, locale: string, timezone: string): string {
  const text = dateFormat(locale, timezone, true).format(new Date(iso));
  return firstOfMonth(text, locale).replace(/(\d) h (\d)/, `$1${NBSP}h${NBSP}$2`);
}

const timeFormats = new Map<string, Intl.DateTimeFormat>();

/** The time of an instant by the device's clock: "2:05 PM", "14 h 05". */
export function formatTime(iso: string, locale: string): string {
  const tag = intlTag(locale);
  const format = timeFormats.get(tag) ?? new Intl.DateTimeFormat(tag, { timeStyle: "short" });
  timeFormats.set(tag, format);
  return format.format(new Date(iso)).replace(/(\d) h (\d)/, `$1${NBSP}h${NBSP}$2`);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  const tag = intlTag(locale);
  const format = relativeFormats.get(tag) ?? new Intl.RelativeTimeFormat(tag, { numeric: "auto" });
  relativeFormats.set(tag, format);
  return format;
}

/** "2 hours ago", "hier"; after seven days, the date in the given zone. */
export function formatRelative(
  iso: string,
  locale: string,
  { now = Date.now(), timezone = "UTC" }: { now?: number; timezone?: string } = {},
): string {
  const elapsed = new Date(iso).getTime() - now;
  const size = Math.abs(elapsed);
  const format = relativeFormat(locale);
  if (size < MINUTE) return format.format(0, "second");
  if (size < HOUR) return format.format(Math.trunc(elapsed / MINUTE), "minute");
  if (size < DAY) return format.format(Math.trunc(elapsed / HOUR), "hour");
  if (size <= 7 * DAY) return format.format(Math.trunc(elapsed / DAY), "day");
  return dateFormat(locale, timezone, false).format(new Date(iso));
}

/** The calendar day of an instant in a zone, as YYYY-MM-DD. */
export function businessDay(at: Date, timezone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(at);
  return parts.slice(0, 10);
}

function isoDay(year: number, month: number, day: number): string | null {
  const date = utcDate(year, month, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= 1000 && year <= 9999 ? date.toISOString().slice(0, 10) : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whole days from one business date to another; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Adds whole days to a business date. */
export function addDays(iso: string, days: number): string {
  return new Date(readIsoDate(iso).getTime() + days * DAY).toISOString().slice(0, 10);
}

/** Parses a business date from a URL; undefined when it is not one. */
export function readDay(text: unknown): string | undefined {
  const parts = typeof text === "string" ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) : null;
  if (!parts) return undefined;
  return isoDay(Number(parts[1]), Number(parts[2]), Number(parts[3])) ?? undefined;
}

const RELATIVE_DAYS: Record<string, number> = {
  today: 0,
  "aujourd'hui": 0,
  tomorrow: 1,
  demain: 1,
  yesterday: -1,
  hier: -1,
};

/** The first year that is written with two digits; the last is 99 years later, as in POSIX. */
const FIRST_SHORT_YEAR = 1969;

function fullYear(text: string | undefined, today: string): number {
  if (text === undefined) return Number(today.slice(0, 4));
  if (text.length > 2) return Number(text);
  const year = 1900 + Number(text);
  return year < FIRST_SHORT_YEAR ? year + 100 : year;
}

/** Two digits, where they are read back as the same year; else four. */
function shortYear(year: string): string {
  const isShort = Math.floor((Number(year) - FIRST_SHORT_YEAR) / 100) === 0;
  return isShort ? year.slice(2) : year;
}

/**
 * Parses typed text as YYYY-MM-DD: ISO, day words of both languages, or a numeric date in the order of the locale. A
 * missing year is the year of `today`. Returns null when it is not a date.
 */
export function parseTypedDate(text: string, locale: string, today: string): string | null {
  const typed = text.trim().toLowerCase().replaceAll("’", "'");
  const offset = RELATIVE_DAYS[typed];
  if (offset !== undefined) return addDays(today, offset);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return isoDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{2}|\d{4}))?$/.exec(typed);
  if (!numeric) return null;
  const [first, second] = [Number(numeric[1]), Number(numeric[2])];
  const year = fullYear(numeric[3], today);
  const dayFirst = calendarConvention(locale).pattern === "dd/mm/yy";
  return dayFirst ? isoDay(year, second, first) : isoDay(year, first, second);
}

/** A date as its field shows it. */
export function formatTypedDate(iso: string, locale: string): string {
  const [year = "", month = "", day = ""] = iso.split("-");
  return calendarConvention(locale)
    .pattern.replace("dd", day)
    .replace("mm", month)
    .replace("yy", shortYear(year));
}

/** "Nov", "nov.": the month of a day, without its year. */
export function monthName(iso: string, locale: string): string {
  return readIsoDate(iso).toLocaleDateString(intlTag(locale), { month: "short", timeZone: "UTC" });
}

/** "November 2026", "novembre 2026". */
export function monthOfYear(iso: string, locale: string): string {
  const options = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return readIsoDate(iso).toLocaleDateString(intlTag(locale), options);
}
