// The page of a user without a role; without an access rule, so that anyone can open it.
import { createFileRoute } from "@tanstack/react-router";
import { DeactivatedPage } from "../../ui/failures/DeactivatedPage";

export const Route = createFileRoute("/_blank/deactivated")({ component: DeactivatedPage });
