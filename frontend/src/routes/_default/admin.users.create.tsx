// Invites a user.
import { createFileRoute } from "@tanstack/react-router";
import { UserCreate } from "../../features/people/users/UserCreate";

export const Route = createFileRoute("/_default/admin/users/create")({
  staticData: { messages: ["account"] },
  component: UserCreate,
});
