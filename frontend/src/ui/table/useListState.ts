// Reads and changes a list's state where it lives: in the address.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { hasStart } from "../views/savedViews";
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
import { writePrefixed } from "./searchPrefix";

type Change = (search: ListSearch) => ListSearch;

/** Pages, sizes and sorts push a history entry; typing, filters and layout replace the current one. */
export function useListState(list: ListDescription) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const address = useSearch({ strict: false });
  // The router takes a moment: until it has arrived at the last thing asked for, a box that was ticked
  // stays ticked and the next one adds to it, whatever the address passes through on its way.
  const [asked, setAsked] = useState<ListSearch>();
  const search = asked ?? readListSearch(list, address);
  // Whoever clears what their view has set wants the list as it comes, and not the view again.
  const settle = (next: ListSearch) => (hasStart(client, list) ? keptPlain(next) : next);
  const go = (step: Change, replace: boolean) => {
    const placedIn = (before: Record<string, unknown>) =>
      writePrefixed(list, before, settle(step(readListSearch(list, before))));
    return navigate({ to: ".", search: placedIn as never, replace, resetScroll: false });
  };
  const change = (step: Change, replace: boolean) => {
    const wanted = settle(step(search));
    setAsked(wanted);
    void go(step, replace).then(() => setAsked((last) => (last === wanted ? undefined : last)));
  };
  const push = (step: Change) => change(step, false);
  const replace = (step: Change) => change(step, true);
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
    /** A saved view, or the list as it comes. */
    show: (view: ListSearch) => push(() => view),
    /** Closing a dialogue is a step of its own, so that Back and the cross agree; its form may still say no. */
    close: () =>
      void go((now) => stripDefaults(list, { ...now, edit: undefined, open: undefined }), false),
  };
}

export type ListState = ReturnType<typeof useListState>;
