// Which of the reader's own views opens a list: asked for once, since the address alone says what is shown from then on.
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import type { Page, SavedView } from "../../api/types";
import type { ListDescription } from "../table/listDescription";
import { isBare, type ListSearch, viewSearch } from "../table/listSearch";

export const VIEWS_PATH = "/saved-views";
const MOST = 100;

/** Nobody asked for this: where it fails, lists open as they come. */
export const startingViewsQuery = queryOptions({
  queryKey: ["saved-views", "default"],
  queryFn: ({ signal }) =>
    api.get<Page<SavedView>>(VIEWS_PATH, {
      query: { is_default: true, per_page: MOST },
      signal,
      expect: "any",
    }),
  staleTime: Number.POSITIVE_INFINITY,
});

function startOf(
  list: ListDescription,
  known: Page<SavedView> | undefined,
): ListSearch | undefined {
  const view = known?.data.find(({ list_name: name }) => name === list.views);
  const search = view && viewSearch(list, view.query);
  // A view of the list as it comes has nowhere to lead.
  return search && !isBare(search) ? search : undefined;
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
