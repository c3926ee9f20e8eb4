// Bulk actions on undated terms: permissions, and the code that a first selection loads.
import { lazy } from "react";
import type { UndatedTerm } from "../../../api/types";
import type { Bulk } from "../../../ui/selection/bulk";

export const undatedTermsBulk: Bulk<UndatedTerm> = {
  requires: ["projects.edit", "clients.edit"],
  Actions: lazy(async () => ({
    default: (await import("./UndatedTermsBulkActions")).UndatedTermsBulkActions,
  })),
};
