// Bulk actions on projects: permissions, and the code that a first selection loads.
import { lazy } from "react";
import type { ProjectRow } from "../../../api/types";
import type { Bulk } from "../../../ui/selection/bulk";

export const projectsBulk: Bulk<ProjectRow> = {
  requires: ["projects.edit", "projects.archive"],
  Actions: lazy(async () => ({
    default: (await import("./ProjectBulkActions")).ProjectBulkActions,
  })),
};
