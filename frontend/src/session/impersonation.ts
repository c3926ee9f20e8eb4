// Ends "Sign in as": returns to the administrator's own session and removes all data of the other user.
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../api/client";
import { clearToasts } from "../lib/toasts";
import { currentUserQuery, refreshCsrfToken, refreshCurrentUser } from "./currentUser";
import { draftsOf } from "./drafts";
import { applyUserLocale } from "./userLocale";

type SessionTools = {
  queryClient: QueryClient;
  /** Skips the question about unsaved input: it belongs to the other user, whose session is over. */
  navigate: (to: string) => Promise<void>;
};

/** Goes to `target`, or to the sign-in when the administrator's own session has ended meanwhile. */
export async function stopImpersonating(
  { queryClient, navigate }: SessionTools,
  target: string,
): Promise<void> {
  const impersonated = queryClient.getQueryData(currentUserQuery.queryKey);
  // The server would refuse requests of the other user that are still pending.
  await queryClient.cancelQueries();
  await api.delete("/impersonated-users");
  clearToasts();
  if (impersonated) draftsOf(impersonated).discardAll();
  queryClient.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] !== currentUserQuery.queryKey[0],
  });
  await refreshCsrfToken();
  const user = await refreshCurrentUser(queryClient);
  if (user) await applyUserLocale(user);
  await navigate(user ? target : "/auth/login");
}
