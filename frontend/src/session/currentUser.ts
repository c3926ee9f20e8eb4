// The signed-in user: read once at the start, then after each sign-in and sign-out.
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { api, rootApi } from "../api/client";
import { ApiError } from "../api/errors";
import type { CurrentUser } from "../api/types";
import { clearOtherUsersDrafts } from "./drafts";
import { applyUserLocale } from "./userLocale";

const SIGNED_OUT_STATUSES = [401, 419];

/** Renews the CSRF cookie that every unsafe call must echo. */
export async function refreshCsrfToken(): Promise<void> {
  await rootApi.get("/sanctum/csrf-cookie", { expect: "any" });
}

async function fetchCurrentUser(signal?: AbortSignal): Promise<CurrentUser | null> {
  try {
    return (await api.get("/me", { signal, expect: "any" })).data;
  } catch (error) {
    if (error instanceof ApiError && SIGNED_OUT_STATUSES.includes(error.status)) return null;
    throw error;
  }
}

/** The signed-in user, or null: being signed out is a result here, not an error. */
export const currentUserQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => fetchCurrentUser(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Renews the CSRF token, then reads the user unless the cache has them. */
export async function startSession(queryClient: QueryClient): Promise<CurrentUser | null> {
  const cached = queryClient.getQueryData(currentUserQuery.queryKey);
  if (cached !== undefined) return cached;
  await refreshCsrfToken();
  const user = await queryClient.query(currentUserQuery);
  if (user) {
    clearOtherUsersDrafts(user);
    await applyUserLocale(user);
  }
  return user;
}

/** Reads the user again after they changed their account. */
export function refreshCurrentUser(queryClient: QueryClient): Promise<CurrentUser | null> {
  return queryClient.query({ ...currentUserQuery, staleTime: 0 });
}

/** The signed-in user, for screens behind the auth guard. */
export function useCurrentUser(): CurrentUser {
  const { data } = useQuery(currentUserQuery);
  // Between sign-out and the sign-in screen, the previous screen may render once more.
  const last = useRef(data);
  if (data) last.current = data;
  if (!last.current)
    throw new Error("This screen needs a signed-in user; its route lacks the auth guard.");
  return last.current;
}
