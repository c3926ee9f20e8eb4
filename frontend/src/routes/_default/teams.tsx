// The teams, for everyone who signs in.
import { createFileRoute } from "@tanstack/react-router";
import { TeamsPage } from "../../features/people/teams/TeamsPage";
import { laterListRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/teams")({
  ...laterListRoute(async () => (await import("../../features/people/teams/teamsList")).teamsList),
  component: TeamsPage,
});
