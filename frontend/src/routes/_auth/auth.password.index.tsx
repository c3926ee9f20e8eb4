// Chooses a password by an emailed link, whose token is after its #.
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { PasswordPage } from "../../features/accounts/sessions/PasswordPage";
import { guard } from "../../session/guards";

const guest = guard("guest");

export const Route = createFileRoute("/_auth/auth/password/")({
  // With a link, a signed-in user sees a message; without a link, they are redirected. The page removes the token from
  // the URL at once, so only the first visit counts.
  beforeLoad: (match) => {
    if (match.cause === "enter" && !match.location.hash) guest(match);
  },
  component: PasswordRoute,
});

function PasswordRoute() {
  const { user } = Route.useRouteContext();
  const router = useRouter();
  return <PasswordPage user={user} onSignedOut={() => router.invalidate()} />;
}
