// Formats the name of a time zone.

/** "America/Port-au-Prince" → "America / Port-au-Prince", the same in every language. */
export function timezoneName(zone: string): string {
  return zone.replaceAll("_", " ").replaceAll("/", " / ");
}
