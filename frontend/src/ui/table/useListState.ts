// Reads and changes a list's state where it lives: in the address.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { hasStart } from "../views/savedViews";
import { placed } from "./addressPart";
import type { ListDescription } from "./listDescription";
import {
  changeSearch,
  clearFilters,
  hideColumns,
  keptPlain,
  type ListSearch,
  nextSort,
  readListSearch,
  stripDefaults,
} from "./listSearch";

type Change = (search: ListSearch) => ListSearch;

function useChange(list: ListDescription) {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useCallback(
    (change: Change, replace: boolean) => {
      // Whoever clears what their view has set wants the list as it comes, and not the view again.
      const settle = hasStart(client, list) ? keptPlain : (search: ListSearch) => search;
      const search = (before: Record<string, unknown>) =>
        placed(list, before, settle(change(readListSearch(list, before))));
      void navigate({ to: ".", search: search as never, replace, resetScroll: false });
    },
    [list, navigate, client],
  );
}

/** Pages, sizes and sorts push a history entry; typing, filters and layout replace the current one. */
export function useListState(list: ListDescription) {
  const search = readListSearch(list, useSearch({ strict: false }));
  const change = useChange(list);
  const push = (step: Change) => change(step, false);
  const replace = (step: Change) => change(step, true);
  return {
    search,
    toPage: (page: number) => push((now) => stripDefaults(list, { ...now, page })),
    toSize: (size: number) => push((now) => changeSearch(list, now, { per_page: size })),
    sortBy: (key: string) =>
      push((now) => changeSearch(list, now, { sort: nextSort(list, now, key) })),
    searchFor: (q: string) =>
      replace((now) => changeSearch(list, now, { q: q.trim() || undefined })),
    filterBy: (filter: ListSearch) => replace((now) => changeSearch(list, now, filter)),
    clear: () => push((now) => clearFilters(list, now)),
    hide: (hidden: ReadonlySet<string>) => replace((now) => hideColumns(list, now, hidden)),
    setDensity: (density: ListSearch["density"]) =>
      replace((now) => stripDefaults(list, { ...now, density })),
    /** A saved view, or the list as it comes. */
    show: (view: ListSearch) => push(() => view),
    /** Closing a dialogue is a step of its own, so that Back and the cross agree. */
    close: () => push((now) => stripDefaults(list, { ...now, edit: undefined, open: undefined })),
  };
}

export type ListState = ReturnType<typeof useListState>;
