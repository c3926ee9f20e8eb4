// The list of users.
import { createFileRoute } from "@tanstack/react-router";
import { UsersPage } from "../../features/people/users/UsersPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/admin/users/")({
  staticData: { messages: ["account"] },
  ...lazyListRoute(async () => (await import("../../features/people/users/usersList")).usersList),
  component: UsersPage,
});
