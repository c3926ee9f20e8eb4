// Ends a sign-in from a screen: the second step, or on to where the visitor wanted to go.
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { Factor } from "../../../api/types";
import { safeTarget, type Target } from "../../../session/guards";
import { completeSignIn } from "../../../session/signIn";

export function useCompleteSignIn(way: Target) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const go = (to: string) => router.navigate({ href: to, replace: true });
  return (factors: readonly Factor[] | null, wish = way.redirect) =>
    completeSignIn(factors, { queryClient, go }, safeTarget(wish));
}
