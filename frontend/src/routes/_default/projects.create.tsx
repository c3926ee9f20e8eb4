// A new project, from a won deal or by kind.
import { createFileRoute } from "@tanstack/react-router";
import { WonDeals } from "../../features/work/deals/WonDeals";
import { parseCreateSearch } from "../../features/work/projects/createSearch";
import { ProjectCreate } from "../../features/work/projects/ProjectCreate";
import { usePermissions } from "../../session/permissions";

export const Route = createFileRoute("/_default/projects/create")({
  validateSearch: parseCreateSearch,
  component: Screen,
});

function Screen() {
  const { kind, deal, parent } = Route.useSearch();
  const { can } = usePermissions();
  return (
    <ProjectCreate
      kind={kind}
      dealId={deal}
      parentId={parent}
      wonDeals={can("deals.view") && <WonDeals />}
    />
  );
}
