// Ends a sign-in from a screen: the second step, or on to where the visitor wanted to go.
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { Factor } from "../../../api/types";
import { type RedirectSearch, safeRedirect } from "../../../session/guards";
import { completeSignIn } from "../../../session/signIn";

export function useCompleteSignIn(way: RedirectSearch) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const navigate = (to: string) => router.navigate({ href: to, replace: true });
  return (factors: readonly Factor[] | null, wish = way.redirect) =>
    completeSignIn(factors, { queryClient, navigate }, safeRedirect(wish));
}
