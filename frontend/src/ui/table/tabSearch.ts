// A detail page keeps its open tab in the address, and what that tab shows beside it.

import type { ListSearch } from "./listSearch";
import type { readRawSearch } from "./rawSearch";

export type TabSearch = ListSearch & { tab?: string | undefined };

/** For a route's validateSearch: the first tab needs no word in the address, the others keep a list there or nothing. */
export function tabSearchOf(tabs: Readonly<Record<string, typeof readRawSearch | null>>) {
  return (raw: Record<string, unknown>): TabSearch => {
    const tab = typeof raw.tab === "string" ? raw.tab : "";
    const read = Object.hasOwn(tabs, tab) ? tabs[tab] : undefined;
    return read === undefined ? {} : { ...read?.(raw), tab };
  };
}
