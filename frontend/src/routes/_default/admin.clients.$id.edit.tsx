// A client's form, in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { itemQuery } from "../../api/queries";
import { ClientEdit } from "../../features/work/clients/ClientEdit";
import { validateId } from "../../session/guards";

export const Route = createFileRoute("/_default/admin/clients/$id/edit")({
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery("/clients/{id}", params.id));
  },
  component: Screen,
});

function Screen() {
  return <ClientEdit id={Route.useParams().id} />;
}
