// Completes a sign-in: opens the second step, or the redirect target.
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { Factor } from "../../../api/types";
import { type RedirectSearch, safeRedirect } from "../../../session/guards";
import { completeSignIn } from "../../../session/signIn";

export function useCompleteSignIn(search: RedirectSearch) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const navigate = (to: string) => router.navigate({ href: to, replace: true });
  return (factors: readonly Factor[] | null, redirect = search.redirect) =>
    completeSignIn(factors, { queryClient, navigate }, safeRedirect(redirect));
}
