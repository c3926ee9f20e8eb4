// What a time zone is called.

/** "America/Port-au-Prince" → "America / Port-au-Prince"; the names are the same in every language. */
export function timezoneName(zone: string): string {
  return zone.replaceAll("_", " ").replaceAll("/", " / ");
}
