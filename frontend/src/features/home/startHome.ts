// What home starts to ask for before its screen is there, its words with it; apart from it, so that no other page carries it along.
import type { QueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "../../api/types";
import { loadWords } from "../../i18n/translate";
import {
  connectionsQuery,
  myClientsQuery,
  sees,
  WAITING,
  WAITING_NAMES,
  waitingQuery,
} from "./queries";

const WORDS = {
  "en-us": () => import("virtual:catalogue/en/home"),
  "fr-ca": () => import("virtual:catalogue/fr/home"),
};

export function startHome(queryClient: QueryClient, user: CurrentUser) {
  return Promise.all([
    loadWords(WORDS),
    ...WAITING_NAMES.filter((name) => WAITING[name].sees(user)).map((name) =>
      queryClient.prefetchQuery(waitingQuery(name, user)),
    ),
    sees.connections(user) && queryClient.prefetchQuery(connectionsQuery),
    sees.clients(user) && queryClient.prefetchQuery(myClientsQuery(user)),
  ]);
}
