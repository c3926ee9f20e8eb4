// The sign-in; `redirect` is where a guard stopped the visitor, the other parameters come from Google.
import { createFileRoute } from "@tanstack/react-router";
import { LoginPage } from "../../features/accounts/sessions/LoginPage";
import { guard, type RedirectSearch, readRedirect } from "../../session/guards";

type Search = RedirectSearch & { code?: string; state?: string; error?: string };

export const Route = createFileRoute("/_auth/auth/login/")({
  validateSearch: (search: Record<string, unknown>): Search => {
    const back = (["code", "state", "error"] as const).filter(
      (name) => typeof search[name] === "string",
    );
    return {
      ...readRedirect(search),
      ...Object.fromEntries(back.map((name) => [name, search[name]])),
    };
  },
  beforeLoad: guard("guest"),
  component: LoginRoute,
});

function LoginRoute() {
  const { redirect, ...google } = Route.useSearch();
  return <LoginPage search={readRedirect({ redirect })} google={google} />;
}
