// Queries of saved views, and which one opens a list by default.
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import { pageQuery, runIf } from "../../api/queries";
import type { Page, SavedView } from "../../api/types";
import type { ListDescription } from "../table/listDescription";
import { isEmptySearch, type ListSearch } from "../table/listSearch";
import { readViewQuery } from "../table/viewQuery";

export const VIEWS_PATH = "/saved-views";
const MAX_VIEWS = 100;

/** A failure is silent: lists then open without a default view. */
export const defaultViewsQuery = queryOptions({
  queryKey: ["saved-views", "default"],
  queryFn: ({ signal }) =>
    api.get(VIEWS_PATH, {
      query: { is_default: true, per_page: MAX_VIEWS },
      signal,
      expect: "any",
    }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The views of a list: the user's own and shared ones. */
export const viewsQuery = (name: string) =>
  pageQuery(VIEWS_PATH, { query: { list_name: name, per_page: MAX_VIEWS } });

/** The parameters of an opened view: its state and its id. */
export function openViewSearch(list: ListDescription, view: SavedView): ListSearch {
  return { ...readViewQuery(list, view.query), saved: view.api_id };
}

function findDefaultView(
  list: ListDescription,
  views: Page<SavedView> | undefined,
): ListSearch | undefined {
  const view = views?.data.find(({ list_name: name }) => name === list.views);
  return view && openViewSearch(list, view);
}

/** True when the bare URL of the list redirects to a default view. */
export function hasDefaultView(client: QueryClient, list: ListDescription): boolean {
  return findDefaultView(list, client.getQueryData(defaultViewsQuery.queryKey)) !== undefined;
}

/** The parameters of the default view for a bare URL; "unknown" while loading. */
export function useDefaultView(
  list: ListDescription,
  search: ListSearch,
): ListSearch | "unknown" | undefined {
  const isNeeded = list.views !== undefined && isEmptySearch(search);
  const { data, isPending } = useQuery({ ...defaultViewsQuery, ...runIf(isNeeded) });
  if (!isNeeded) return undefined;
  return isPending ? "unknown" : findDefaultView(list, data);
}
