// Requests the home page's data before its code is loaded.
import type { QueryClient } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import type { CurrentUser } from "../../../api/types";
import { isEmployee } from "../../../session/permissions";
import { parseTriageSearch } from "./homeSearch";
import { canSee, connectionsQuery, goalsQuery, isOnlyEmployee, triageQuery } from "./queries";
import { canSetUp, setupQuery } from "./setup";

export function prefetchHome(
  queryClient: QueryClient,
  user: CurrentUser,
  search: { tab?: string | undefined; view?: string | undefined },
) {
  if (isOnlyEmployee(user)) {
    return Promise.all([
      isEmployee(user) && queryClient.prefetchQuery(dataQuery("/my-weeks")),
      queryClient.prefetchQuery(triageQuery(parseTriageSearch({}))),
    ]);
  }
  return Promise.all([
    queryClient.prefetchQuery(triageQuery(parseTriageSearch(search))),
    canSetUp(user) && queryClient.prefetchQuery(setupQuery),
    canSee.goals(user) && queryClient.prefetchQuery(goalsQuery(user)),
    canSee.connections(user) && queryClient.prefetchQuery(connectionsQuery),
  ]);
}

export { isOnlyEmployee };
