// The second step of a sign-in; `with` is the chosen factor.
import { createFileRoute, redirect } from "@tanstack/react-router";
import type { Factor } from "../../api/types";
import { SecondFactorPage } from "../../features/accounts/sessions/SecondFactorPage";
import { guard, type RedirectSearch, readRedirect } from "../../session/guards";
import { isFactor, readPendingFactors } from "../../session/pendingFactors";

type Search = RedirectSearch & { with?: Factor };

const guest = guard("guest");

export const Route = createFileRoute("/_auth/auth/second-factor")({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...readRedirect(search),
    ...(isFactor(search.with) ? { with: search.with } : {}),
  }),
  beforeLoad: (match) => {
    guest(match);
    const factors = readPendingFactors();
    if (factors.length === 0) {
      throw redirect({ to: "/auth/login", search: readRedirect(match.search), replace: true });
    }
    return { factors };
  },
  component: SecondFactorRoute,
});

function SecondFactorRoute() {
  const { with: factor, ...search } = Route.useSearch();
  const { factors } = Route.useRouteContext();
  return <SecondFactorPage search={readRedirect(search)} factors={factors} chosen={factor} />;
}
