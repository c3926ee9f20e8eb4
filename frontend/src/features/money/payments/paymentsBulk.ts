// Who can do something with many payments at once; what it is comes with the first one that is picked.
import { lazy } from "react";
import type { Payment } from "../../../api/types";
import type { Bulk } from "../../../ui/selection/bulk";

export const paymentsBulk: Bulk<Payment> = {
  requires: ["payments.edit", "payments.edit_to_ready"],
  Actions: lazy(async () => ({
    default: (await import("./PaymentBulkActions")).PaymentBulkActions,
  })),
};
