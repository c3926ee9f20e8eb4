// The parameters of a list that a saved view stores.
import type { ListDescription } from "./listDescription";
import { type ListSearch, readListSearch, stripDefaults } from "./listSearch";

function viewPart(search: ListSearch): ListSearch {
  const { page: _, edit: __, open: ___, plain: ____, saved: _____, ...part } = search;
  return part;
}

/** The query that a saved view stores: everything but the page and the open record. */
export function toViewQuery(list: ListDescription, search: ListSearch): string {
  const part = viewPart(stripDefaults(list, search));
  const pairs = Object.entries(part).map(
    ([key, value]) => [key, String(value)] as [string, string],
  );
  return new URLSearchParams(
    pairs.sort(([first], [second]) => (first < second ? -1 : 1)),
  ).toString();
}

/** The parameters of a saved view, without those that the list no longer accepts. */
export function readViewQuery(list: ListDescription, query: string): ListSearch {
  return viewPart(readListSearch(list, Object.fromEntries(new URLSearchParams(query))));
}
