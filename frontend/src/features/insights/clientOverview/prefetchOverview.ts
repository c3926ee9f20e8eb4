// Requests the health of a client and what its sentence says before the page's code is loaded.
import type { QueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "../../../api/types";
import { agingQuery, burnsQuery, canSee, healthQuery } from "./queries";

export function prefetchOverview(queryClient: QueryClient, user: CurrentUser, client: string) {
  void queryClient.prefetchQuery(healthQuery(client));
  if (canSee.invoices(user)) void queryClient.prefetchQuery(agingQuery(client));
  if (canSee.retainers(user)) void queryClient.prefetchQuery(burnsQuery(client));
}
