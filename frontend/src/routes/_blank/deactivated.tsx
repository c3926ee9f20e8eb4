// Where a signed-in user without any role ends up; open to everyone, and left again as soon as there is a role.
import { createFileRoute, redirect } from "@tanstack/react-router";
import { DeactivatedPage } from "../../features/failures/DeactivatedPage";
import { isDeactivated } from "../../session/permissions";

export const Route = createFileRoute("/_blank/deactivated")({
  beforeLoad: ({ context: { user } }) => {
    if (user && !isDeactivated(user)) throw redirect({ to: "/", replace: true });
  },
  component: DeactivatedPage,
});
