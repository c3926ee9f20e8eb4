// Recording that a retainer was lost.
import { createFileRoute } from "@tanstack/react-router";
import { ChurnCreate } from "../../features/churns/ChurnCreate";
import { loadWorkWords } from "../../i18n/translate";
import { validateId } from "../../session/guards";

export const Route = createFileRoute("/_default/projects/$id/churn")({
  beforeLoad: validateId,
  loader: () => loadWorkWords(),
  component: Screen,
});

function Screen() {
  const { id } = Route.useParams();
  return <ChurnCreate key={id} id={id} />;
}
