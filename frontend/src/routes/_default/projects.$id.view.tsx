// One project.
import { createFileRoute } from "@tanstack/react-router";
import { itemQuery } from "../../api/queries";
import type { Project } from "../../api/types";
import { ActivityTimeline } from "../../features/activity/ActivityTimeline";
import { activityTimeline } from "../../features/activity/activityList";
import { ProjectView } from "../../features/projects/ProjectView";
import { validateId } from "../../session/guards";
import { tabSearchOf } from "../../ui/table/tabSearch";

export const Route = createFileRoute("/_default/projects/$id/view")({
  validateSearch: tabSearchOf({ activity: activityTimeline }),
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery<Project>("/projects", params.id));
  },
  component: Screen,
});

function Screen() {
  const { id } = Route.useParams();
  return <ProjectView key={id} id={id} activity={<ActivityTimeline about={{ subject: id }} />} />;
}
