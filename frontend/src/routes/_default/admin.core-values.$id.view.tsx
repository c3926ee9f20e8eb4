// One core value and its recognition.
import { createFileRoute } from "@tanstack/react-router";
import { itemQuery } from "../../api/queries";
import { GiveRecognition } from "../../features/insights/awards/GiveRecognition";
import { ValueAwards } from "../../features/insights/awards/ValueAwards";
import { CoreValueView } from "../../features/insights/coreValues/CoreValueView";
import { validateId } from "../../session/guards";
import { readRawSearch } from "../../ui/table/rawSearch";

export const Route = createFileRoute("/_default/admin/core-values/$id/view")({
  staticData: { messages: ["choices", "personal"] },
  validateSearch: readRawSearch,
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery("/core-values/{id}", params.id));
  },
  component: Screen,
});

function Screen() {
  const { id } = Route.useParams();
  return (
    <CoreValueView
      key={id}
      id={id}
      awards={<ValueAwards id={id} />}
      renderGiveButton={({ api_id, name }) => <GiveRecognition coreValue={{ api_id, name }} />}
    />
  );
}
