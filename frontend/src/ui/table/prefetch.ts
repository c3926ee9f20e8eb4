// The first request of a list, sent while the code of its screen loads.
import type { QueryClient } from "@tanstack/react-query";
import { describedPageQuery } from "../../api/queries";
import type { CurrentUser } from "../../api/types";
import { hasStart, startingViewsQuery } from "../views/savedViews";
import type { FixedQuery, ListDescription } from "./listDescription";
import { isBare, type ListSearch, listQuery, readListSearch } from "./listSearch";
import { mayRead, permittedList } from "./permittedList";

export function prefetch(
  queryClient: QueryClient,
  user: CurrentUser,
  list: ListDescription,
  search: ListSearch,
  fixed: FixedQuery,
): void {
  if (!mayRead(list, user)) return;
  const own = permittedList(list, user);
  const read = readListSearch(own, search);
  if (own.views !== undefined && isBare(read)) {
    void queryClient.prefetchQuery(startingViewsQuery);
    // The rows of the bare list would be thrown away.
    if (hasStart(queryClient, own)) return;
  }
  void queryClient.prefetchQuery(describedPageQuery(own.path, listQuery(own, read, fixed)));
}
