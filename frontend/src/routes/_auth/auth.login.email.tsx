// Sign-in with a code by email; the mail's link has address and code after its #.
import { createFileRoute } from "@tanstack/react-router";
import { CodePage } from "../../features/accounts/sessions/CodePage";
import { guard, readRedirect } from "../../session/guards";

export const Route = createFileRoute("/_auth/auth/login/email")({
  validateSearch: readRedirect,
  beforeLoad: guard("guest"),
  component: () => <CodePage search={readRedirect(Route.useSearch())} />,
});
