// Requests a link to choose a new password.
import { createFileRoute } from "@tanstack/react-router";
import { ForgotPasswordPage } from "../../features/accounts/sessions/ForgotPasswordPage";
import { guard, readRedirect } from "../../session/guards";

export const Route = createFileRoute("/_auth/auth/password/forgot")({
  validateSearch: readRedirect,
  beforeLoad: guard("guest"),
  component: () => <ForgotPasswordPage search={readRedirect(Route.useSearch())} />,
});
