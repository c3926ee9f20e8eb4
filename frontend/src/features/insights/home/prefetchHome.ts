// Requests the home page's data before its code is loaded.
import type { QueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "../../../api/types";
import {
  ATTENTION_LISTS,
  ATTENTION_NAMES,
  attentionQuery,
  canSee,
  connectionsQuery,
  myClientsQuery,
} from "./queries";

export function prefetchHome(queryClient: QueryClient, user: CurrentUser) {
  return Promise.all([
    ...ATTENTION_NAMES.filter((name) => ATTENTION_LISTS[name].canSee(user)).map((name) =>
      queryClient.prefetchQuery(attentionQuery(name, user)),
    ),
    canSee.connections(user) && queryClient.prefetchQuery(connectionsQuery),
    canSee.clients(user) && queryClient.prefetchQuery(myClientsQuery(user)),
  ]);
}
