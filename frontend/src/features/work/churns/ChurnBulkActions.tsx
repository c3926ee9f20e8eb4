// The bulk actions on churn to confirm.
import { IconCheck, IconX } from "@tabler/icons-react";
import type { ChurnEventRow } from "../../../api/types";
import { BulkActions } from "../../../ui/selection/BulkActions";
import type { BulkAction, BulkProps } from "../../../ui/selection/bulk";
import { rejectionFields } from "./rejectionFields";

const actions: readonly BulkAction<ChurnEventRow>[] = [
  {
    path: "/churn-confirmations/batches",
    requires: ["churns.confirm"],
    label: "churns.confirm.action",
    icon: IconCheck,
    done: "churn_lists.queue.confirmed",
    change: { confirmed: true },
  },
  {
    path: "/churn-rejections/batches",
    requires: ["churns.confirm"],
    label: "churns.reject.action",
    icon: IconX,
    done: "churn_lists.queue.rejected",
    fields: rejectionFields,
  },
];

export function ChurnBulkActions(props: BulkProps<ChurnEventRow>) {
  return <BulkActions {...props} actions={actions} nameOf={({ project }) => project.name} />;
}
