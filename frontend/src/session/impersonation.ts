// Ending what was begun in somebody's place: back to oneself, with nothing of the other person left in memory.
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../api/client";
import { clearToasts } from "../lib/toasts";
import { currentUserQuery, refreshCsrfToken, refreshCurrentUser } from "./currentUser";
import { draftsOf } from "./drafts";
import { applyUserLocale } from "./userLocale";

type Tools = {
  queryClient: QueryClient;
  /** Goes on without asking about unsaved input: it was the other person's, whose session is over. */
  go: (to: string) => Promise<void>;
};

/** Whoever was really there goes on to `target`; to the sign-in, when their own session has ended meanwhile. */
export async function stopImpersonating({ queryClient, go }: Tools, target: string): Promise<void> {
  const acting = queryClient.getQueryData(currentUserQuery.queryKey);
  // What is still being asked for in their place would be refused from here on.
  await queryClient.cancelQueries();
  await api.delete("/impersonated-users");
  clearToasts();
  if (acting) draftsOf(acting).discardAll();
  queryClient.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] !== currentUserQuery.queryKey[0],
  });
  await refreshCsrfToken();
  const user = await refreshCurrentUser(queryClient);
  if (user) await applyUserLocale(user);
  await go(user ? target : "/auth/login");
}
