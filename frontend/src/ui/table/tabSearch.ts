// Reads the tab of a detail page from the URL, with the parameters of the tab's list.
import type { ScreenSearch } from "../links/screenSearch";
import type { readRawSearch } from "./rawSearch";

/**
 * A route's `validateSearch`: the first tab is named "" and has no parameter of its own; the others have a list's
 * parameters or none.
 */
export function readTabSearch(tabs: Readonly<Record<string, typeof readRawSearch | null>>) {
  return (raw: Record<string, unknown>): ScreenSearch => {
    const tab = typeof raw.tab === "string" ? raw.tab : "";
    const read = Object.hasOwn(tabs, tab) ? tabs[tab] : undefined;
    if (read === undefined) return {};
    return tab === "" ? (read?.(raw) ?? {}) : { ...read?.(raw), tab };
  };
}
