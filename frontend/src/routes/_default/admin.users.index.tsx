// The list of people who sign in.
import { createFileRoute } from "@tanstack/react-router";
import { UsersPage } from "../../features/users/UsersPage";
import { usersList } from "../../features/users/usersList";
import { listRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/admin/users/")({
  ...listRoute(usersList),
  component: UsersPage,
});
