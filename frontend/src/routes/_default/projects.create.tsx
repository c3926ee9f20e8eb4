// A new project, from a won deal or by kind.
import { createFileRoute } from "@tanstack/react-router";
import { parseCreateSearch } from "../../features/work/projects/createSearch";
import { ProjectCreate } from "../../features/work/projects/ProjectCreate";

export const Route = createFileRoute("/_default/projects/create")({
  validateSearch: parseCreateSearch,
  component: Screen,
});

function Screen() {
  const { kind, deal, parent } = Route.useSearch();
  return <ProjectCreate kind={kind} dealId={deal} parentId={parent} />;
}
