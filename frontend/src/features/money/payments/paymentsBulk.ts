// Bulk actions on payments: permissions, and the code that a first selection loads.
import { lazy } from "react";
import type { Payment } from "../../../api/types";
import type { Bulk } from "../../../ui/selection/bulk";

export const paymentsBulk: Bulk<Payment> = {
  requires: ["payments.edit", "payments.edit_to_ready"],
  Actions: lazy(async () => ({
    default: (await import("./PaymentBulkActions")).PaymentBulkActions,
  })),
};
