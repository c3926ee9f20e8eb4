// An address that its screen will read: routes are known before any screen is, so reading it properly comes later.
import type { ListSearch } from "./listSearch";

/** For a screen that describes its list where it is loaded: what an address can hold, which the list reads by itself. */
export function readRawSearch(raw: Record<string, unknown>): ListSearch {
  const kept = Object.entries(raw).filter(([, value]) => /^(?:string|number)$/.test(typeof value));
  return Object.fromEntries(kept) as ListSearch;
}
