// Sends the first request of a list while the code of its screen loads.
import type { QueryClient } from "@tanstack/react-query";
import { listPageQuery } from "../../api/listPageQuery";
import type { CurrentUser } from "../../api/types";
import { defaultViewsQuery, hasDefaultView } from "../views/savedViews";
import type { FixedQuery, ListDescription } from "./listDescription";
import { isEmptySearch, type ListSearch, listQuery, readListSearch } from "./listSearch";
import { canRead, permittedList } from "./permittedList";

export function prefetch(
  queryClient: QueryClient,
  user: CurrentUser,
  list: ListDescription,
  search: ListSearch,
  fixed: FixedQuery,
): void {
  if (!canRead(list, user)) return;
  const permitted = permittedList(list, user);
  const validSearch = readListSearch(permitted, search);
  if (permitted.views !== undefined && isEmptySearch(validSearch)) {
    void queryClient.prefetchQuery(defaultViewsQuery);
    // The default view replaces the rows of the bare list.
    if (hasDefaultView(queryClient, permitted)) return;
  }
  void queryClient.prefetchQuery(
    listPageQuery(permitted.path, listQuery(permitted, validSearch, fixed)),
  );
}
