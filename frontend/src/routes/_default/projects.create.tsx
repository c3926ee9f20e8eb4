// A new project, from a won deal or by kind.
import { createFileRoute } from "@tanstack/react-router";
import { parseCreateSearch } from "../../features/work/projects/createSearch";
import { ProjectCreate } from "../../features/work/projects/ProjectCreate";
import { usePermissions } from "../../session/permissions";
import { lazyComponent } from "../../ui/lazyComponent";

// Below the choice of kind, and not beside a form.
const WonDeals = lazyComponent(
  async () => (await import("../../features/work/deals/WonDeals")).WonDeals,
);

export const Route = createFileRoute("/_default/projects/create")({
  validateSearch: parseCreateSearch,
  component: Screen,
});

function Screen() {
  const { kind, deal, parent, overage } = Route.useSearch();
  const { can } = usePermissions();
  return (
    <ProjectCreate
      kind={kind}
      dealId={deal}
      parentId={parent}
      overageId={overage}
      wonDeals={can("deals.view") && <WonDeals />}
    />
  );
}
