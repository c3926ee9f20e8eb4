// What every route of a list has: an address that its screen reads, and the first request sent while the code loads.
import type { QueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "../../api/types";
import { readLater } from "./laterSearch";
import type { ListDescription } from "./listDescription";
import type { ListSearch } from "./listSearch";

type Deps = { search: ListSearch };
type Loading = { context: { queryClient: QueryClient; user: CurrentUser | null }; deps: Deps };

/**
 * What the list is comes with its screen, which reads the address by it.
 * `fixed` narrows it for good, to one kind for instance.
 */
export function laterListRoute(
  load: () => Promise<ListDescription>,
  fixed: Readonly<Record<string, string>> = {},
) {
  return {
    validateSearch: readLater,
    loaderDeps: ({ search }: Deps) => ({ search }),
    loader: async ({ context: { queryClient, user }, deps }: Loading) => {
      const [list, { prefetch }] = await Promise.all([load(), import("./prefetch")]);
      if (user !== null) prefetch(queryClient, user, list, deps.search, fixed);
    },
  };
}
