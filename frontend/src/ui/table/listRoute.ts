// What every route of a list has: a validated address, and the first request sent while the code loads.
import type { QueryClient } from "@tanstack/react-query";
import { pageQuery } from "../../api/queries";
import type { CurrentUser } from "../../api/types";
import type { ListDescription } from "./listDescription";
import { type ListSearch, listQuery, listSearchOf, readListSearch } from "./listSearch";
import { listFor, mayRead } from "./ownList";

type Deps = { search: ListSearch };
type Loading = { context: { queryClient: QueryClient; user: CurrentUser | null }; deps: Deps };

/** `fixed` narrows the list for good, to one kind for instance. */
export function listRoute(list: ListDescription, fixed: Readonly<Record<string, string>> = {}) {
  return {
    validateSearch: listSearchOf(list),
    // The router hands over what it found in the address as well; only what was read is asked for.
    loaderDeps: ({ search }: Deps) => ({ search: readListSearch(list, search) }),
    loader: ({ context: { queryClient, user }, deps }: Loading) => {
      if (user === null || !mayRead(list, user)) return;
      const own = listFor(list, user);
      const query = listQuery(own, readListSearch(own, deps.search), fixed);
      void queryClient.prefetchQuery(pageQuery(own.path, query));
    },
  };
}
