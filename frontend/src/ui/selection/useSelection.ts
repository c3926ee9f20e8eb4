// The selected rows of a list: preserved across pages, cleared when the filters change.
import { useState } from "react";
import type { FixedQuery, ListDescription } from "../table/listDescription";
import { type ListSearch, listQuery } from "../table/listSearch";
import type { ApiRow } from "../table/tableModel";

type Rows<Item> = ReadonlyMap<string, Item>;

export type Selection<Item extends ApiRow> = {
  /** The rows selected one by one; with `all`, those that have been shown. */
  rows: Rows<Item>;
  /** All rows of the list, on all pages. */
  all: boolean;
  has: (item: Item) => boolean;
  select: (rows: Iterable<Item>) => void;
  selectAll: () => void;
  clear: () => void;
};

const NO_ROWS: Rows<never> = new Map<string, never>();

/** Identifies the listed rows, regardless of order and page. */
function filterKey(list: ListDescription, search: ListSearch, fixed?: FixedQuery): string {
  const { page: _, per_page: __, sort: ___, ...query } = listQuery(list, search, fixed);
  return JSON.stringify([list.path, query]);
}

export function useSelection<Item extends ApiRow>(
  list: ListDescription,
  search: ListSearch,
  fixed?: FixedQuery,
): Selection<Item> {
  const key = filterKey(list, search, fixed);
  const [state, setState] = useState<{ key: string; rows: Rows<Item>; all: boolean }>({
    key,
    rows: NO_ROWS,
    all: false,
  });
  // The filters changed: the selection must not apply to other rows.
  if (state.key !== key) setState({ key, rows: NO_ROWS, all: false });
  const { rows, all } = state.key === key ? state : { rows: NO_ROWS, all: false };
  return {
    rows,
    all,
    has: (item) => all || rows.has(item.api_id),
    select: (items) =>
      setState({ key, rows: new Map([...items].map((item) => [item.api_id, item])), all: false }),
    selectAll: () => setState({ key, rows, all: true }),
    clear: () => setState({ key, rows: NO_ROWS, all: false }),
  };
}
