// Who can do something with many projects at once; what it is comes with the first one that is picked.
import { lazy } from "react";
import type { ProjectRow } from "../../../api/types";
import type { Bulk } from "../../../ui/selection/bulk";

export const projectsBulk: Bulk<ProjectRow> = {
  requires: ["projects.edit", "projects.archive"],
  Actions: lazy(async () => ({
    default: (await import("./ProjectBulkActions")).ProjectBulkActions,
  })),
};
