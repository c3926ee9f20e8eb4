// Which rows of a list are picked: kept over its pages, gone as soon as something else is listed.
import { useState } from "react";
import type { FixedQuery, ListDescription } from "../table/listDescription";
import { type ListSearch, listQuery } from "../table/listSearch";
import type { Listed } from "../table/tableModel";

type Rows<Item> = ReadonlyMap<string, Item>;

export type Selection<Item extends Listed> = {
  /** Those that were picked one by one; where all are, those among them that have been seen. */
  rows: Rows<Item>;
  /** Every row that the list has, on all of its pages. */
  all: boolean;
  has: (item: Item) => boolean;
  pick: (rows: Iterable<Item>) => void;
  pickAll: () => void;
  clear: () => void;
};

const none: Rows<never> = new Map<string, never>();

/** What is listed, in whatever order and on whichever page. */
function whatOf(list: ListDescription, search: ListSearch, fixed?: FixedQuery): string {
  const { page: _, per_page: __, sort: ___, ...query } = listQuery(list, search, fixed);
  return JSON.stringify([list.path, query]);
}

export function useSelection<Item extends Listed>(
  list: ListDescription,
  search: ListSearch,
  fixed?: FixedQuery,
): Selection<Item> {
  const what = whatOf(list, search, fixed);
  const [kept, keep] = useState<{ what: string; rows: Rows<Item>; all: boolean }>({
    what,
    rows: none,
    all: false,
  });
  // Something else is listed: nobody does to it what was meant for the other.
  if (kept.what !== what) keep({ what, rows: none, all: false });
  const { rows, all } = kept.what === what ? kept : { rows: none, all: false };
  return {
    rows,
    all,
    has: (item) => all || rows.has(item.api_id),
    pick: (items) =>
      keep({ what, rows: new Map([...items].map((item) => [item.api_id, item])), all: false }),
    pickAll: () => keep({ what, rows, all: true }),
    clear: () => keep({ what, rows: none, all: false }),
  };
}
