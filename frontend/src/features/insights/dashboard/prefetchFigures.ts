// Requests the figures of home and of the dashboard before their screens are loaded.
import type { QueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "../../../api/types";
import { enumOptionsQuery } from "../../../session/enumOptions";
import { homeQuery } from "./dashboardQueries";

type Starting = { context: { queryClient: QueryClient }; location: { search: object } };

/** The currencies that there are come before the first figures where the address names one: it may be none. */
export function prefetchDashboard({ context: { queryClient }, location }: Starting) {
  return "currency" in location.search ? queryClient.prefetchQuery(enumOptionsQuery) : undefined;
}

export function prefetchFigures(queryClient: QueryClient, user: CurrentUser) {
  return queryClient.prefetchQuery(homeQuery(user));
}
