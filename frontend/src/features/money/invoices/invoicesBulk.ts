// Who can do something with many invoices at once; what it is comes with the first one that is picked.
import { lazy } from "react";
import type { InvoiceRow } from "../../../api/types";
import type { Bulk } from "../../../ui/selection/bulk";

export const invoicesBulk: Bulk<InvoiceRow> = {
  requires: ["invoices.follow_up"],
  Actions: lazy(async () => ({
    default: (await import("./InvoiceBulkActions")).InvoiceBulkActions,
  })),
};
