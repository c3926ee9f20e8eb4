// Records the churn of a retainer.
import { createFileRoute } from "@tanstack/react-router";
import { ChurnCreate } from "../../features/work/churns/ChurnCreate";
import { validateId } from "../../session/guards";

export const Route = createFileRoute("/_default/projects/$id/churn")({
  staticData: { messages: ["retainers"] },
  beforeLoad: validateId,
  component: Screen,
});

function Screen() {
  const { id } = Route.useParams();
  return <ChurnCreate key={id} id={id} />;
}
