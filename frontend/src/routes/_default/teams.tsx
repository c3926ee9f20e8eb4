// The teams, for everyone who signs in.
import { createFileRoute } from "@tanstack/react-router";
import { TeamsPage } from "../../features/teams/TeamsPage";
import { loadTeamWords } from "../../i18n/translate";
import { laterListRoute } from "../../ui/table/listRoute";

const list = laterListRoute(async () => (await import("../../features/teams/teamsList")).teamsList);

export const Route = createFileRoute("/_default/teams")({
  ...list,
  loader: async (loading) => {
    await Promise.all([loadTeamWords(), list.loader(loading)]);
  },
  component: TeamsPage,
});
