// The page of a signed-in user without a role; it redirects once they have one.
import { createFileRoute, redirect } from "@tanstack/react-router";
import { isDeactivated } from "../../session/permissions";
import { DeactivatedPage } from "../../ui/failures/DeactivatedPage";

export const Route = createFileRoute("/_blank/deactivated")({
  beforeLoad: ({ context: { user } }) => {
    if (user && !isDeactivated(user)) throw redirect({ to: "/", replace: true });
  },
  component: DeactivatedPage,
});
