// Signing in; `redirect` is where a guard turned the visitor back, the rest is what Google sends them back with.
import { createFileRoute } from "@tanstack/react-router";
import { LoginPage } from "../../features/accounts/sessions/LoginPage";
import { guard, readTarget, type Target } from "../../session/guards";

type Search = Target & { code?: string; state?: string; error?: string };

export const Route = createFileRoute("/_auth/auth/login/")({
  validateSearch: (search: Record<string, unknown>): Search => {
    const back = (["code", "state", "error"] as const).filter(
      (name) => typeof search[name] === "string",
    );
    return {
      ...readTarget(search),
      ...Object.fromEntries(back.map((name) => [name, search[name]])),
    };
  },
  beforeLoad: guard("guest"),
  component: LoginRoute,
});

function LoginRoute() {
  const { redirect, ...google } = Route.useSearch();
  return <LoginPage way={readTarget({ redirect })} google={google} />;
}
