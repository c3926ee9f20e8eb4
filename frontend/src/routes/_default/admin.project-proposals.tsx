// The work that the services know and that is not a project yet.
import { createFileRoute } from "@tanstack/react-router";
import { ProjectProposalsPage } from "../../features/integrations/projectProposals/ProjectProposalsPage";
import { proposalCountsQuery } from "../../features/integrations/projectProposals/proposalCounts";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

const list = lazyListRoute(
  async () =>
    (await import("../../features/integrations/projectProposals/projectProposalsList"))
      .projectProposalsList,
);

export const Route = createFileRoute("/_default/admin/project-proposals")({
  staticData: { messages: ["proposals", "terms"] },
  validateSearch: list.validateSearch,
  loader: async (given) => {
    // What the counts say stands above the table, and must not push it down later.
    const counts = given.context.queryClient.prefetchQuery(proposalCountsQuery);
    await Promise.all([list.loader(given), counts]);
  },
  component: ProjectProposalsPage,
});
