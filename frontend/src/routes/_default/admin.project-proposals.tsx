// The work that the services know and that is not a project yet.
import { createFileRoute } from "@tanstack/react-router";
import { ProjectProposalsPage } from "../../features/integrations/projectProposals/ProjectProposalsPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/admin/project-proposals")({
  staticData: { messages: ["proposals", "terms"] },
  ...lazyListRoute(
    async () =>
      (await import("../../features/integrations/projectProposals/projectProposalsList"))
        .projectProposalsList,
  ),
  component: ProjectProposalsPage,
});
