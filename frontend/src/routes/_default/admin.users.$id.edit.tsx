// A user's form.
import { createFileRoute } from "@tanstack/react-router";
import { itemQuery } from "../../api/queries";
import { UserEdit } from "../../features/people/users/UserEdit";
import { validateId } from "../../session/guards";

export const Route = createFileRoute("/_default/admin/users/$id/edit")({
  staticData: { messages: ["account"] },
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery("/users/{id}", params.id));
  },
  component: Screen,
});

function Screen() {
  return <UserEdit id={Route.useParams().id} />;
}
