// Accepts the selected proposals.
import { IconLink } from "@tabler/icons-react";
import type { ReconciliationProposal } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { paymentName } from "../../../ui/money/paymentName";
import { BulkActions } from "../../../ui/selection/BulkActions";
import type { BulkAction, BulkProps } from "../../../ui/selection/bulk";

const actions: readonly BulkAction<ReconciliationProposal>[] = [
  {
    path: "/reconciliation-proposals/batches",
    requires: ["payments.edit"],
    label: "reconciliation.accept.action",
    icon: IconLink,
    done: "reconciliation.accept.done",
    undo: ({ payment, is_planned, invoice, amount }) => ({
      accepted: false,
      planned: is_planned,
      payment: payment.api_id,
      invoice: invoice.api_id,
      amount: amount.amount,
    }),
    change: { accepted: true },
  },
];

export function ReconciliationBulkActions(props: BulkProps<ReconciliationProposal>) {
  const locale = useLocale();
  return (
    <BulkActions
      {...props}
      actions={actions}
      nameOf={({ client, payment }) => `${client.name}, ${paymentName(payment, locale)}`}
    />
  );
}
