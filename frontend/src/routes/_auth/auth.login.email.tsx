// Signing in with a code by e-mail; the mail's link brings address and code after its #.
import { createFileRoute } from "@tanstack/react-router";
import { CodePage } from "../../features/accounts/sessions/CodePage";
import { guard, readTarget } from "../../session/guards";

export const Route = createFileRoute("/_auth/auth/login/email")({
  validateSearch: readTarget,
  beforeLoad: guard("guest"),
  component: () => <CodePage way={readTarget(Route.useSearch())} />,
});
