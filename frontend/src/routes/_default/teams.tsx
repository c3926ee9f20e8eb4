// The teams, for every user.
import { createFileRoute } from "@tanstack/react-router";
import { TeamsPage } from "../../features/people/teams/TeamsPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/teams")({
  ...lazyListRoute(async () => (await import("../../features/people/teams/teamsList")).teamsList),
  staticData: { messages: ["figures"] },
  component: TeamsPage,
});
