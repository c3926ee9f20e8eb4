// The administrators' list of teams.
import { createFileRoute } from "@tanstack/react-router";
import { ManagedTeamsPage } from "../../features/people/teams/ManagedTeamsPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/admin/teams/")({
  ...lazyListRoute(
    async () => (await import("../../features/people/teams/teamsList")).managedTeamsList,
  ),
  component: ManagedTeamsPage,
});
