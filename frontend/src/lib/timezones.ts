// The time zones that a browser knows, as people look for them.
import { intlTag } from "./numbers";
import { matchesWords } from "./text";
import { timezoneName } from "./timezoneName";

/** Every zone whose name holds what was typed; the typed text may be a zone's name itself. */
export function findTimezones(typed: string): string[] {
  const words = typed.replaceAll(/[/_]/g, " ");
  return Intl.supportedValuesOf("timeZone").filter((zone) =>
    matchesWords(timezoneName(zone), words),
  );
}

/** What a zone's clocks show beside Greenwich's, at an instant: "GMT-5", "UTC−5". */
export function timezoneOffset(zone: string, locale: string, at = new Date()): string {
  const format = new Intl.DateTimeFormat(intlTag(locale), {
    timeZone: zone,
    timeZoneName: "shortOffset",
  });
  return format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
}
