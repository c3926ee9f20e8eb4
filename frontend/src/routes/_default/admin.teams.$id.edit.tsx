// A team's form.
import { createFileRoute } from "@tanstack/react-router";
import { itemQuery } from "../../api/queries";
import { TeamEdit } from "../../features/people/teams/TeamEdit";
import { validateId } from "../../session/guards";

export const Route = createFileRoute("/_default/admin/teams/$id/edit")({
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery("/teams/{id}", params.id));
  },
  component: Screen,
});

function Screen() {
  return <TeamEdit id={Route.useParams().id} />;
}
