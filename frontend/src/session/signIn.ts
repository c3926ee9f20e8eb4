// Signing in and out, in the order the specification gives; every way in ends in `completeSignIn`.
import type { QueryClient } from "@tanstack/react-query";
import { site } from "../api/client";
import type { Factor } from "../api/types";
import { clearToasts } from "../lib/toasts";
import { currentUserQuery, refreshCsrfToken } from "./currentUser";
import { clearAllDrafts, clearDraftsOfOthers } from "./drafts";
import { withTarget } from "./guards";
import { clearSecondStep, saveSecondStep } from "./secondStep";
import { applyUserLocale } from "./userLocale";

export type SessionTools = {
  queryClient: QueryClient;
  /** Goes on in place of the present address: Back must not lead to a sign-in that is done. */
  go: (to: string) => Promise<void>;
};

/** Either a second factor is asked for; or load the user, apply the user's locale, go on, refresh the CSRF token. */
export async function completeSignIn(
  factors: readonly Factor[] | null,
  { queryClient, go }: SessionTools,
  target = "/",
): Promise<void> {
  // What was said of earlier tries is settled.
  clearToasts();
  if (factors) {
    saveSecondStep(factors);
    return go(withTarget("/auth/second-factor", target));
  }
  clearSecondStep();
  const user = await queryClient.query({ ...currentUserQuery, staleTime: 0 });
  if (user) {
    clearDraftsOfOthers(user);
    await applyUserLocale(user);
  }
  await go(target);
  await refreshCsrfToken();
}

/** Nothing of the last user stays in memory for the next one. */
export async function signOut({ queryClient, go }: SessionTools): Promise<void> {
  // What is still being asked for would be refused from here on, and say that the page has expired.
  await queryClient.cancelQueries();
  await site.post("/logout");
  clearToasts();
  clearAllDrafts();
  // What is still on the screen would ask again for what it no longer finds.
  const usual = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...usual, queries: { ...usual.queries, enabled: false } });
  queryClient.clear();
  queryClient.setQueryData(currentUserQuery.queryKey, null);
  try {
    await go("/auth/login");
  } finally {
    queryClient.setDefaultOptions(usual);
  }
  await refreshCsrfToken();
}
