// The route options of a list: reads its URL and sends the first request while its code loads.
import type { QueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "../../api/types";
import type { Exact } from "../../api/wire";
import type { FixedQuery, ListDescription } from "./listDescription";
import { readRawSearch } from "./rawSearch";

type LoaderContext = {
  context: { queryClient: QueryClient; user: CurrentUser | null };
  location: { search: Record<string, unknown> };
};

/**
 * The list's description loads with its screen, which validates the URL parameters. Without `loaderDeps`, a change of
 * the URL does not reload the route: its pending screen must not replace a search field in use. `given` is a query that
 * always applies, such as one kind.
 */
export function lazyListRoute<
  Row,
  CellId extends string,
  Fixed,
  const Actual extends Fixed = Fixed,
>(load: () => Promise<ListDescription<Row, CellId, Fixed>>, query?: Actual & Exact<Actual, Fixed>) {
  const fixed = (query ?? {}) as FixedQuery;
  return {
    validateSearch: readRawSearch,
    loader: async ({ context: { queryClient, user }, location }: LoaderContext) => {
      const [list, { prefetch }] = await Promise.all([load(), import("./prefetch")]);
      if (user !== null) prefetch(queryClient, user, list, readRawSearch(location.search), fixed);
    },
  };
}
