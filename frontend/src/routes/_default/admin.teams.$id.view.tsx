// One team, with panels of several features.
import { createFileRoute } from "@tanstack/react-router";
import { itemQuery } from "../../api/queries";
import { ActivityTimeline } from "../../features/administration/activity/ActivityTimeline";
import { TeamView } from "../../features/people/teams/TeamView";
import { validateId } from "../../session/guards";
import { lazyComponent } from "../../ui/lazyComponent";
import { readRawSearch } from "../../ui/table/rawSearch";
import { readTabSearch } from "../../ui/table/tabSearch";

const TeamFigures = lazyComponent(
  async () => (await import("../../features/insights/statistics/TeamFigures")).TeamFigures,
);

export const Route = createFileRoute("/_default/admin/teams/$id/view")({
  staticData: { messages: ["figures"] },
  validateSearch: readTabSearch({ figures: readRawSearch, activity: readRawSearch }),
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery("/teams/{id}", params.id));
  },
  component: Screen,
});

function Screen() {
  const { id } = Route.useParams();
  return (
    <TeamView
      key={id}
      id={id}
      figures={<TeamFigures id={id} />}
      activity={<ActivityTimeline filter={{ subject: id }} />}
    />
  );
}
