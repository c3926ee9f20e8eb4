// Who can do something with many clients at once; what it is comes with the first one that is picked.
import { lazy } from "react";
import type { ClientRow } from "../../../api/types";
import type { Bulk } from "../../../ui/selection/bulk";

export const clientsBulk: Bulk<ClientRow> = {
  requires: ["clients.edit"],
  Actions: lazy(async () => ({ default: (await import("./ClientBulkActions")).ClientBulkActions })),
};
