// The second step of a sign-in; `with` is the factor chosen from those that this tab remembers.
import { createFileRoute, redirect } from "@tanstack/react-router";
import type { Factor } from "../../api/types";
import { SecondFactorPage } from "../../features/accounts/sessions/SecondFactorPage";
import { guard, readTarget, type Target } from "../../session/guards";
import { isFactor, readSecondStep } from "../../session/secondStep";

type Search = Target & { with?: Factor };

const guest = guard("guest");

export const Route = createFileRoute("/_auth/auth/second-factor")({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...readTarget(search),
    ...(isFactor(search.with) ? { with: search.with } : {}),
  }),
  beforeLoad: (entering) => {
    guest(entering);
    const factors = readSecondStep();
    if (factors.length === 0) {
      throw redirect({ to: "/auth/login", search: readTarget(entering.search), replace: true });
    }
    return { factors };
  },
  component: SecondFactorRoute,
});

function SecondFactorRoute() {
  const { with: chosen, ...way } = Route.useSearch();
  const { factors } = Route.useRouteContext();
  return <SecondFactorPage way={readTarget(way)} factors={factors} chosen={chosen} />;
}
