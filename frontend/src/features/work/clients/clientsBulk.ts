// Bulk actions on clients: permissions, and the code that a first selection loads.
import { lazy } from "react";
import type { ClientRow } from "../../../api/types";
import type { Bulk } from "../../../ui/selection/bulk";

export const clientsBulk: Bulk<ClientRow> = {
  requires: ["clients.edit"],
  Actions: lazy(async () => ({ default: (await import("./ClientBulkActions")).ClientBulkActions })),
};
