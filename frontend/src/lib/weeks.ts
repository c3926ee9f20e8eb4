// Formats the days of a week.
import { firstOfMonth, readIsoDate } from "./dates";
import { intlTag } from "./numbers";

/** "Nov 2 – 8, 2026", "2–8 nov. 2026". */
export function formatDateRange(first: string, last: string, locale: string): string {
  const format = new Intl.DateTimeFormat(intlTag(locale), { dateStyle: "medium", timeZone: "UTC" });
  return firstOfMonth(format.formatRange(readIsoDate(first), readIsoDate(last)), locale);
}

/** "Mon", "lun.". */
export function weekdayName(iso: string, locale: string): string {
  const options = { weekday: "short", timeZone: "UTC" } as const;
  return readIsoDate(iso).toLocaleDateString(intlTag(locale), options);
}

/** "Mon 2", "lun. 2", "mar. 1er". */
export function formatDayOfWeek(iso: string, locale: string): string {
  const day = `${Number(iso.slice(8))}`;
  return `${weekdayName(iso, locale)} ${day === "1" && intlTag(locale) === "fr-CA" ? "1er" : day}`;
}
