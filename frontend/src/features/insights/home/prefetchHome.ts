// What home starts to ask for before its screen is there.
import type { QueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "../../../api/types";
import {
  connectionsQuery,
  myClientsQuery,
  sees,
  WAITING,
  WAITING_NAMES,
  waitingQuery,
} from "./queries";

export function prefetchHome(queryClient: QueryClient, user: CurrentUser) {
  return Promise.all([
    ...WAITING_NAMES.filter((name) => WAITING[name].sees(user)).map((name) =>
      queryClient.prefetchQuery(waitingQuery(name, user)),
    ),
    sees.connections(user) && queryClient.prefetchQuery(connectionsQuery),
    sees.clients(user) && queryClient.prefetchQuery(myClientsQuery(user)),
  ]);
}
