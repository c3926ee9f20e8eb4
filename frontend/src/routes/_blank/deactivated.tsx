// Where a signed-in user without any role ends up; open to everyone, and left again as soon as there is a role.
import { createFileRoute, redirect } from "@tanstack/react-router";
import { isDeactivated } from "../../session/permissions";
import { DeactivatedPage } from "../../ui/failures/DeactivatedPage";

export const Route = createFileRoute("/_blank/deactivated")({
  beforeLoad: ({ context: { user } }) => {
    if (user && !isDeactivated(user)) throw redirect({ to: "/", replace: true });
  },
  component: DeactivatedPage,
});
