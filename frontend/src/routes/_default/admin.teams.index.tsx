// The administrators' list of teams.
import { createFileRoute } from "@tanstack/react-router";
import { ManagedTeamsPage } from "../../features/people/teams/ManagedTeamsPage";
import { laterListRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/admin/teams/")({
  ...laterListRoute(
    async () => (await import("../../features/people/teams/teamsList")).managedTeamsList,
  ),
  component: ManagedTeamsPage,
});
