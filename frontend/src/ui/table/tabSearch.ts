// A detail page keeps its open tab in the address, and that tab's list beside it.
import type { ListDescription } from "./listDescription";
import { type ListSearch, readListSearch } from "./listSearch";

export type TabSearch = ListSearch & { tab?: string | undefined };

/** For a route's validateSearch: the first tab needs no word in the address, the others may hold a list or not. */
export function tabSearchOf(lists: Readonly<Record<string, ListDescription | null>>) {
  return (raw: Record<string, unknown>): TabSearch => {
    const tab = typeof raw.tab === "string" ? raw.tab : "";
    const list = Object.hasOwn(lists, tab) ? lists[tab] : undefined;
    if (list === undefined) return {};
    return list === null ? { tab } : { ...readListSearch(list, raw), tab };
  };
}
