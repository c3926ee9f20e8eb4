// Signs in and out, in the order of the specification; every kind of sign-in ends in `completeSignIn`.
import type { QueryClient } from "@tanstack/react-query";
import { rootApi } from "../api/client";
import type { Factor } from "../api/types";
import { clearToasts } from "../lib/toasts";
import { currentUserQuery, refreshCsrfToken } from "./currentUser";
import { clearAllDrafts, clearOtherUsersDrafts } from "./drafts";
import { withRedirect } from "./guards";
import { clearPendingFactors, savePendingFactors } from "./pendingFactors";
import { applyUserLocale } from "./userLocale";

export type SessionTools = {
  queryClient: QueryClient;
  /** Replaces the history entry: Back must not lead to a completed sign-in. */
  navigate: (to: string) => Promise<void>;
};

/** Goes to the second factor; or loads the user, applies their locale, goes to `target` and renews the CSRF token. */
export async function completeSignIn(
  factors: readonly Factor[] | null,
  { queryClient, navigate }: SessionTools,
  target = "/",
): Promise<void> {
  // Messages of earlier attempts no longer apply.
  clearToasts();
  if (factors) {
    savePendingFactors(factors);
    return navigate(withRedirect("/auth/second-factor", target));
  }
  clearPendingFactors();
  const user = await queryClient.query({ ...currentUserQuery, staleTime: 0 });
  if (user) {
    clearOtherUsersDrafts(user);
    await applyUserLocale(user);
  }
  await navigate(target);
  await refreshCsrfToken();
}

/** Removes all data of the user before the next one signs in. */
export async function signOut({ queryClient, navigate }: SessionTools): Promise<void> {
  // The server would refuse pending requests, and the page would report that it has expired.
  await queryClient.cancelQueries();
  await rootApi.post("/logout");
  clearToasts();
  clearAllDrafts();
  // Queries of the current screen must not run again while it is still mounted.
  const defaults = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, enabled: false } });
  queryClient.clear();
  queryClient.setQueryData(currentUserQuery.queryKey, null);
  try {
    await navigate("/auth/login");
  } finally {
    queryClient.setDefaultOptions(defaults);
  }
  await refreshCsrfToken();
}
