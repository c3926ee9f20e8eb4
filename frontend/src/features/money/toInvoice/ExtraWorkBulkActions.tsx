// The bulk decisions about approved extra work: a payment of the open amount, or none with a reason.
import { IconBan, IconCalendarPlus } from "@tabler/icons-react";
import { ExtraWorkDecision } from "../../../api/shapes/ExtraWorkDecision.gen";
import type { ExtraWork } from "../../../api/types";
import { defineFields } from "../../../ui/form/fields";
import { BulkActions } from "../../../ui/selection/BulkActions";
import type { BulkAction, BulkProps } from "../../../ui/selection/bulk";

const path = "/extra-work-to-invoice/batches";

const actions: readonly BulkAction<ExtraWork>[] = [
  {
    path,
    requires: ["payments.edit"],
    label: "billing.work.schedule",
    icon: IconCalendarPlus,
    done: "billing.work.scheduled",
    always: { decision: "schedule" },
    fields: defineFields(ExtraWorkDecision, [
      {
        kind: "date",
        name: "due_on",
        label: "extra_work.field.due_on",
        help: "billing.work.due_help",
      },
    ]),
  },
  {
    path,
    requires: ["payments.edit"],
    label: "billing.work.skip",
    icon: IconBan,
    done: "billing.work.skipped",
    always: { decision: "skip" },
    fields: defineFields(ExtraWorkDecision, [
      { kind: "text", name: "reason", label: "extra_work.field.reason", required: true },
    ]),
  },
];

export function ExtraWorkBulkActions(props: BulkProps<ExtraWork>) {
  return <BulkActions {...props} actions={actions} nameOf={({ project }) => project.name} />;
}
