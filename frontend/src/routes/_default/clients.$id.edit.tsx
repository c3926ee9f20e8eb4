// A client's form.
import { createFileRoute } from "@tanstack/react-router";
import { itemQuery } from "../../api/queries";
import { ClientEdit } from "../../features/work/clients/ClientEdit";
import { validateId } from "../../session/guards";
import { useRecordId } from "./-sameScreen";

export const Route = createFileRoute("/_default/clients/$id/edit")({
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery("/clients/{id}", params.id));
  },
  component: Screen,
});

function Screen() {
  return <ClientEdit id={useRecordId()} />;
}
