// Who is signed in: asked once at the start, kept until sign-in or sign-out changes it.
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { api, site } from "../api/client";
import { ApiError } from "../api/errors";
import type { CurrentUser } from "../api/types";
import { clearDraftsOfOthers } from "./drafts";
import { applyUserLocaleUnlessChosen } from "./userLocale";

const SIGNED_OUT_STATUSES = [401, 419];

/** Renews the CSRF cookie that every unsafe call must echo. */
export async function refreshCsrfToken(): Promise<void> {
  await site.get("/sanctum/csrf-cookie", { expect: "any" });
}

async function fetchCurrentUser(signal?: AbortSignal): Promise<CurrentUser | null> {
  try {
    return (await api.get("/me", { signal, expect: "any" })).data;
  } catch (error) {
    if (error instanceof ApiError && SIGNED_OUT_STATUSES.includes(error.status)) return null;
    throw error;
  }
}

/** The signed-in user, or null: being signed out is an answer here, not an error. */
export const currentUserQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => fetchCurrentUser(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Startup: a fresh CSRF token first, then the user unless already known. */
export async function startSession(queryClient: QueryClient): Promise<CurrentUser | null> {
  const known = queryClient.getQueryData(currentUserQuery.queryKey);
  if (known !== undefined) return known;
  await refreshCsrfToken();
  const user = await queryClient.query(currentUserQuery);
  if (user) {
    clearDraftsOfOthers(user);
    await applyUserLocaleUnlessChosen(user);
  }
  return user;
}

/** Asks anew after the person changed something of their own account. */
export function refreshCurrentUser(queryClient: QueryClient): Promise<CurrentUser | null> {
  return queryClient.query({ ...currentUserQuery, staleTime: 0 });
}

/** The signed-in user, on screens that only a signed-in user can reach. */
export function useCurrentUser(): CurrentUser {
  const { data } = useQuery(currentUserQuery);
  if (!data) throw new Error("This screen needs a signed-in user; its route lacks the auth guard.");
  return data;
}
