// Bulk actions on churn to confirm: permissions, and the code that a first selection loads.
import { lazy } from "react";
import type { ChurnEventRow } from "../../../api/types";
import type { Bulk } from "../../../ui/selection/bulk";

export const churnQueueBulk: Bulk<ChurnEventRow> = {
  requires: ["churns.confirm"],
  Actions: lazy(async () => ({
    default: (await import("./ChurnBulkActions")).ChurnBulkActions,
  })),
};
