// What every route of a list has: an address that its screen reads, and the first request sent while the code loads.
import type { QueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "../../api/types";
import type { FixedQuery, ListDescription } from "./listDescription";
import { readRawSearch } from "./rawSearch";

type Loading = {
  context: { queryClient: QueryClient; user: CurrentUser | null };
  location: { search: Record<string, unknown> };
};

/**
 * What the list is comes with its screen, which reads the address by it. One page whatever the address asks of it
 * (no `loaderDeps`): a slow answer to a search must not put the page's waiting picture in place of what is typed in.
 * `fixed` narrows it for good, to one kind for instance.
 */
export function lazyListRoute(load: () => Promise<ListDescription>, fixed: FixedQuery = {}) {
  return {
    validateSearch: readRawSearch,
    loader: async ({ context: { queryClient, user }, location }: Loading) => {
      const [list, { prefetch }] = await Promise.all([load(), import("./prefetch")]);
      if (user !== null) prefetch(queryClient, user, list, readRawSearch(location.search), fixed);
    },
  };
}
