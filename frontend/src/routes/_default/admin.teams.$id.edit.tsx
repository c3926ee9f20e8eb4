// A team's form.
import { createFileRoute } from "@tanstack/react-router";
import { itemQuery } from "../../api/queries";
import type { Team } from "../../api/types";
import { TeamEdit } from "../../features/teams/TeamEdit";
import { validateId } from "../../session/guards";

export const Route = createFileRoute("/_default/admin/teams/$id/edit")({
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery<Team>("/teams", params.id));
  },
  component: Screen,
});

function Screen() {
  return <TeamEdit id={Route.useParams().id} />;
}
