// Reads URL parameters before the screen that validates them has loaded.
import type { ScreenSearch } from "../links/screenSearch";

/** The parameters that a URL can hold; the list validates them when it loads. */
export function readRawSearch(raw: Record<string, unknown>): ScreenSearch {
  const valid = Object.entries(raw).filter(([, value]) => /^(?:string|number)$/.test(typeof value));
  return Object.fromEntries(valid) as ScreenSearch;
}
