// The figures' words, and home's figures before its screen is there; apart from them, so that no other page carries it.
import type { QueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "../../api/types";
import { loadWords } from "../../i18n/translate";
import { enumOptionsQuery } from "../../session/enumOptions";
import { homeQuery } from "./dashboardQueries";

const WORDS = {
  "en-us": () => import("virtual:catalogue/en/board"),
  "fr-ca": () => import("virtual:catalogue/fr/board"),
};

export const loadBoardWords = () => loadWords(WORDS);

type Starting = { context: { queryClient: QueryClient }; location: { search: object } };

/** The currencies that there are come before the first figures where the address names one: it may be none. */
export function startBoard({ context: { queryClient }, location }: Starting) {
  const asksOne = "currency" in location.search;
  return Promise.all([loadBoardWords(), asksOne && queryClient.prefetchQuery(enumOptionsQuery)]);
}

export function startFigures(queryClient: QueryClient, user: CurrentUser) {
  return Promise.all([loadBoardWords(), queryClient.prefetchQuery(homeQuery(user))]);
}
