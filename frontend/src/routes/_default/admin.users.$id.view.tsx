// One user, with panels of several features.
import { createFileRoute } from "@tanstack/react-router";
import { itemQuery } from "../../api/queries";
import { ActivityTimeline } from "../../features/administration/activity/ActivityTimeline";
import { UserView } from "../../features/people/users/UserView";
import { validateId } from "../../session/guards";
import { readRawSearch } from "../../ui/table/rawSearch";
import { readTabSearch } from "../../ui/table/tabSearch";

export const Route = createFileRoute("/_default/admin/users/$id/view")({
  staticData: { messages: ["account"] },
  validateSearch: readTabSearch({ activity: readRawSearch, access: null }),
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery("/users/{id}", params.id));
  },
  component: Screen,
});

function Screen() {
  const { id } = Route.useParams();
  return <UserView key={id} id={id} activity={<ActivityTimeline filter={{ person: id }} />} />;
}
