// Bulk actions on invoices: permissions, and the code that a first selection loads.
import { lazy } from "react";
import type { InvoiceRow } from "../../../api/types";
import type { Bulk } from "../../../ui/selection/bulk";

export const invoicesBulk: Bulk<InvoiceRow> = {
  requires: ["invoices.follow_up"],
  Actions: lazy(async () => ({
    default: (await import("./InvoiceBulkActions")).InvoiceBulkActions,
  })),
};
