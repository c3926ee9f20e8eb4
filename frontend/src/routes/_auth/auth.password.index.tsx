// Choosing a password by a mailed link; the link's token comes after its #.
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { PasswordPage } from "../../features/accounts/sessions/PasswordPage";
import { guard } from "../../session/guards";

const guest = guard("guest");

export const Route = createFileRoute("/_auth/auth/password/")({
  // Whoever opens a link while someone is signed in is told so; without a link there is nothing to tell. The page
  // takes the token out of the address as soon as it is there, so only the arrival counts.
  beforeLoad: (entering) => {
    if (entering.cause === "enter" && !entering.location.hash) guest(entering);
  },
  component: PasswordRoute,
});

function PasswordRoute() {
  const { user } = Route.useRouteContext();
  const router = useRouter();
  return <PasswordPage user={user} onSignedOut={() => router.invalidate()} />;
}
