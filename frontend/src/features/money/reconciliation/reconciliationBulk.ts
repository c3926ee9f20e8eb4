// The bulk action on proposals to reconcile: permissions, and the code that a first selection loads.
import { lazy } from "react";
import type { ReconciliationProposal } from "../../../api/types";
import type { Bulk } from "../../../ui/selection/bulk";

export const reconciliationBulk: Bulk<ReconciliationProposal> = {
  requires: ["payments.edit"],
  Actions: lazy(async () => ({
    default: (await import("./ReconciliationBulkActions")).ReconciliationBulkActions,
  })),
};
