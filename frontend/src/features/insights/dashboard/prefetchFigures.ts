// Requests the figures of the home page and of the dashboard before their code is loaded.
import type { QueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "../../../api/types";
import { enumOptionsQuery } from "../../../session/enumOptions";
import { homeQuery } from "./dashboardQueries";

type LoaderArguments = { context: { queryClient: QueryClient }; location: { search: object } };

/** Loads the currencies first if the address contains one, to validate it. */
export function prefetchDashboard({ context: { queryClient }, location }: LoaderArguments) {
  return "currency" in location.search ? queryClient.prefetchQuery(enumOptionsQuery) : undefined;
}

export function prefetchFigures(queryClient: QueryClient, user: CurrentUser) {
  return queryClient.prefetchQuery(homeQuery(user));
}
