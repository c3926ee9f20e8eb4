// Reads and changes a list's state in the URL.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { hasDefaultView } from "../views/savedViews";
import type { ListDescription } from "./listDescription";
import {
  changeSearch,
  clearFilters,
  hideColumns,
  type ListSearch,
  nextSort,
  readListSearch,
  stripDefaults,
  withoutDefaultView,
} from "./listSearch";
import { writePrefixed } from "./searchPrefix";

type Change = (search: ListSearch) => ListSearch;

/** Pages, sizes and sorts push a history entry; search, filters and layout replace the current one. */
export function useListState(list: ListDescription) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const params = useSearch({ strict: false });
  // Navigation is asynchronous: until it completes, the pending state is shown, and the next change adds to it.
  const [pending, setPending] = useState<ListSearch>();
  const search = pending ?? readListSearch(list, params);
  // Clearing the parameters of a default view shows the bare list, not the view again.
  const skipDefaultView = (next: ListSearch) =>
    hasDefaultView(client, list) ? withoutDefaultView(next) : next;
  const navigateWith = (apply: Change, replace: boolean) => {
    const nextParams = (before: Record<string, unknown>) =>
      writePrefixed(list, before, skipDefaultView(apply(readListSearch(list, before))));
    return navigate({ to: ".", search: nextParams as never, replace, resetScroll: false });
  };
  const change = (apply: Change, replace: boolean) => {
    const next = skipDefaultView(apply(search));
    setPending(next);
    void navigateWith(apply, replace).then(() =>
      setPending((last) => (last === next ? undefined : last)),
    );
  };
  const push = (apply: Change) => change(apply, false);
  const replace = (apply: Change) => change(apply, true);
  return {
    search,
    toPage: (page: number) => push((now) => stripDefaults(list, { ...now, page })),
    toSize: (size: number) => push((now) => changeSearch(list, now, { per_page: size })),
    sortBy: (key: string) =>
      push((now) => changeSearch(list, now, { sort: nextSort(list, now, key) })),
    orderBy: (sort: string | undefined) => push((now) => changeSearch(list, now, { sort })),
    searchFor: (q: string) =>
      replace((now) => changeSearch(list, now, { q: q.trim() || undefined })),
    filterBy: (filter: ListSearch) => replace((now) => changeSearch(list, now, filter)),
    clear: () => push((now) => clearFilters(list, now)),
    hide: (hidden: ReadonlySet<string>) => replace((now) => hideColumns(list, now, hidden)),
    setDensity: (density: ListSearch["density"]) =>
      replace((now) => stripDefaults(list, { ...now, density })),
    /** Opens a row's detail, or closes the open one. */
    toggle: (id: string) =>
      replace((now) => stripDefaults(list, { ...now, open: now.open === id ? undefined : id })),
    /** A saved view, or the list without one. */
    show: (view: ListSearch) => push(() => view),
    /** Closing a dialog adds a history entry, so that Back and the close button agree; its form may still refuse. */
    close: () =>
      void navigateWith(
        (now) => stripDefaults(list, { ...now, edit: undefined, open: undefined }),
        false,
      ),
  };
}

export type ListState = ReturnType<typeof useListState>;
