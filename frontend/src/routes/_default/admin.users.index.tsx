// The list of people who sign in.
import { createFileRoute } from "@tanstack/react-router";
import { UsersPage } from "../../features/people/users/UsersPage";
import { laterListRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/admin/users/")({
  ...laterListRoute(async () => (await import("../../features/people/users/usersList")).usersList),
  component: UsersPage,
});
