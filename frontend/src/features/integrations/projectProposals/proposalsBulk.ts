// Bulk actions on projects to create: permissions, and the code that a first selection loads.
import { lazy } from "react";
import type { ProjectProposalRow } from "../../../api/types";
import type { Bulk } from "../../../ui/selection/bulk";

export const proposalsBulk: Bulk<ProjectProposalRow> = {
  requires: ["matching.edit"],
  Actions: lazy(async () => ({
    default: (await import("./ProposalsBulkActions")).ProposalsBulkActions,
  })),
};
