// Requests what the sentence of a client and its next steps say before the page's code is loaded.
import type { QueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "../../../api/types";
import {
  agingQuery,
  approvalsQuery,
  burnsQuery,
  canSee,
  daysToPayQuery,
  dealsQuery,
  healthQuery,
  paymentsQuery,
  stepsQuery,
} from "./queries";

export function prefetchOverview(queryClient: QueryClient, user: CurrentUser, client: string) {
  void queryClient.prefetchQuery(healthQuery(client));
  if (canSee.invoices(user)) {
    void queryClient.prefetchQuery(agingQuery(client));
    void queryClient.prefetchQuery(daysToPayQuery(client));
  }
  if (canSee.retainers(user)) void queryClient.prefetchQuery(burnsQuery(client));
  if (canSee.approvals(user)) void queryClient.prefetchQuery(approvalsQuery(client));
  if (canSee.payments(user)) void queryClient.prefetchQuery(paymentsQuery(client));
  if (canSee.deals(user)) void queryClient.prefetchQuery(dealsQuery(client));
  void queryClient.prefetchQuery(stepsQuery(client));
}
