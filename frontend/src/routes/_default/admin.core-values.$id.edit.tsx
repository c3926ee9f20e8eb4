// A core value's form.
import { createFileRoute } from "@tanstack/react-router";
import { itemQuery } from "../../api/queries";
import { CoreValueEdit } from "../../features/insights/coreValues/CoreValueEdit";
import { validateId } from "../../session/guards";

export const Route = createFileRoute("/_default/admin/core-values/$id/edit")({
  staticData: { messages: ["choices"] },
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery("/core-values/{id}", params.id));
  },
  component: Screen,
});

function Screen() {
  return <CoreValueEdit id={Route.useParams().id} />;
}
