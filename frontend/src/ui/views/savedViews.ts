// Which view opens a list for its reader: asked for once, since the address alone says what is shown from then on.
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import { pageQuery } from "../../api/queries";
import type { Page, SavedView } from "../../api/types";
import type { ListDescription } from "../table/listDescription";
import { isBare, type ListSearch, viewSearch } from "../table/listSearch";

export const VIEWS_PATH = "/saved-views";
const MAX_VIEWS = 100;

/** Nobody asked for this: where it fails, lists open as they come. */
export const startingViewsQuery = queryOptions({
  queryKey: ["saved-views", "default"],
  queryFn: ({ signal }) =>
    api.get(VIEWS_PATH, {
      query: { is_default: true, per_page: MAX_VIEWS },
      signal,
      expect: "any",
    }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** All views of a list that the reader has: their own, and what is shared of it. */
export const viewsQuery = (name: string) =>
  pageQuery(VIEWS_PATH, { query: { list_name: name, per_page: MAX_VIEWS } });

/** An opened view's address: its whole state, and which view it is. */
export function openedSearch(list: ListDescription, view: SavedView): ListSearch {
  return { ...viewSearch(list, view.query), saved: view.api_id };
}

function startOf(
  list: ListDescription,
  known: Page<SavedView> | undefined,
): ListSearch | undefined {
  const view = known?.data.find(({ list_name: name }) => name === list.views);
  return view && openedSearch(list, view);
}

/** Whether the list's bare address would lead on to a view. */
export function hasStart(client: QueryClient, list: ListDescription): boolean {
  return startOf(list, client.getQueryData(startingViewsQuery.queryKey)) !== undefined;
}

/** Where a list that was opened at its bare address goes on to; "unknown" until that is known. */
export function useStart(
  list: ListDescription,
  search: ListSearch,
): ListSearch | "unknown" | undefined {
  const asks = list.views !== undefined && isBare(search);
  const { data, isPending } = useQuery({ ...startingViewsQuery, enabled: asks });
  if (!asks) return undefined;
  return isPending ? "unknown" : startOf(list, data);
}
