// Accepts the selected proposals.
import { IconLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { runIf } from "../../../api/queries";
import type { ReconciliationProposal } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { ClosedMonthNote } from "../../../ui/money/ClosedMonthNote";
import { paymentName } from "../../../ui/money/paymentName";
import { BulkActions } from "../../../ui/selection/BulkActions";
import { MAX_CHANGED } from "../../../ui/selection/batchChange";
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

/** The days of the invoices of the selected proposals; of all proposals, those on other pages too. */
function useSelectedDays({ selection, read, count }: BulkProps<ReconciliationProposal>) {
  const { rows, all } = selection;
  const { data } = useQuery({
    // Not below "api": accepting reads all of that again.
    queryKey: ["days-of-selection", count, ...rows.keys()],
    queryFn: read,
    ...runIf(all && count <= MAX_CHANGED),
    gcTime: 0,
    throwOnError: false,
  });
  return [...((all && data) || rows.values())].map(({ issued_on }) => issued_on);
}

export function ReconciliationBulkActions(props: BulkProps<ReconciliationProposal>) {
  const locale = useLocale();
  return (
    <>
      <BulkActions
        {...props}
        actions={actions}
        nameOf={({ client, payment }) => `${client.name}, ${paymentName(payment, locale)}`}
      />
      <ClosedMonthNote days={useSelectedDays(props)} />
    </>
  );
}
