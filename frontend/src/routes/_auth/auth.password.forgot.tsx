// Asking for a link to choose a new password.
import { createFileRoute } from "@tanstack/react-router";
import { ForgotPasswordPage } from "../../features/accounts/sessions/ForgotPasswordPage";
import { guard, readTarget } from "../../session/guards";

export const Route = createFileRoute("/_auth/auth/password/forgot")({
  validateSearch: readTarget,
  beforeLoad: guard("guest"),
  component: () => <ForgotPasswordPage way={readTarget(Route.useSearch())} />,
});
