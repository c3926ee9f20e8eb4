// Searches the time zones that the browser knows.
import { intlTag } from "./numbers";
import { matchesWords } from "./text";
import { timezoneName } from "./timezoneName";

/** The zones whose name contains every word of the query; a zone's own name finds it. */
export function findTimezones(query: string): string[] {
  const words = query.replaceAll(/[/_]/g, " ");
  return Intl.supportedValuesOf("timeZone").filter((zone) =>
    matchesWords(timezoneName(zone), words),
  );
}

/** The offset of a zone at an instant: "GMT-5", "UTC−5". */
export function timezoneOffset(zone: string, locale: string, at = new Date()): string {
  const format = new Intl.DateTimeFormat(intlTag(locale), {
    timeZone: zone,
    timeZoneName: "shortOffset",
  });
  return format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
}
