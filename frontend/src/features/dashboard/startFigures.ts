// The figures' words, and home's figures before its screen is there; apart from them, so that no other page carries it.
import type { QueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "../../api/types";
import { loadWords } from "../../i18n/translate";
import { homeQuery } from "./dashboardQueries";

const WORDS = {
  "en-us": () => import("virtual:catalogue/en/board"),
  "fr-ca": () => import("virtual:catalogue/fr/board"),
};

export const loadBoardWords = () => loadWords(WORDS);

export function startFigures(queryClient: QueryClient, user: CurrentUser) {
  return Promise.all([loadBoardWords(), queryClient.prefetchQuery(homeQuery(user))]);
}
