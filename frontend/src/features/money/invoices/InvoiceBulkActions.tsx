// The bulk actions on invoices: plan a follow-up.
import { IconBellPlus } from "@tabler/icons-react";
import { FollowUp } from "../../../api/shapes/FollowUp.gen";
import type { InvoiceRow } from "../../../api/types";
import { defineFields } from "../../../ui/form/fields";
import { BulkActions } from "../../../ui/selection/BulkActions";
import type { BulkAction, BulkProps } from "../../../ui/selection/bulk";

const actions: readonly BulkAction<InvoiceRow>[] = [
  {
    requires: ["invoices.follow_up"],
    path: "/invoices/batches",
    label: "selection.follow_up.action",
    icon: IconBellPlus,
    done: "selection.follow_up.done",
    undo: (invoice) => ({
      follow_up_on: invoice.follow_up_on,
      follow_up_owner: invoice.follow_up_owner?.api_id ?? null,
    }),
    fields: defineFields(FollowUp, [
      { kind: "date", name: "follow_up_on", label: "selection.follow_up.on", required: true },
      {
        kind: "reference",
        name: "follow_up_owner",
        label: "selection.follow_up.owner",
        path: "/follow-up-owners",
      },
    ]),
  },
];

export function InvoiceBulkActions(props: BulkProps<InvoiceRow>) {
  const nameOf = ({ number, external_id }: InvoiceRow) => number ?? external_id;
  return <BulkActions {...props} actions={actions} nameOf={nameOf} />;
}
