// The cells of proposals to reconcile.
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReconciliationProposal } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { shortName } from "../../../lib/shortName";
import { useEnumOptions } from "../../../session/enumOptions";
import { DateText } from "../../../ui/display/DateText";
import { EnumBadge, type EnumStyles } from "../../../ui/display/EnumBadge";
import { MoneyText } from "../../../ui/money/MoneyText";
import { paymentName } from "../../../ui/money/paymentName";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import type { reconciliationList } from "./reconciliationList";

const STYLES: EnumStyles<ReconciliationProposal["certainty"]> = {
  high: ["success", IconCircleCheck],
  medium: ["warning", IconHelpCircle],
  low: ["neutral", IconAlertTriangle],
};

export const reconciliationCells: CellsOf<typeof reconciliationList> = {
  certainty: (proposal) => <Certainty proposal={proposal} />,
  payment: ({ payment }) => <PaymentName payment={payment} />,
  project: ({ project, client }) => (
    <Link
      to="/projects/$id/view"
      params={{ id: project.api_id }}
      search={{ tab: "payments" }}
      className={classes.link}
    >
      {shortName(project.name, client)}
    </Link>
  ),
  due_on: ({ due_on }) => <DateText on={due_on} />,
  open_amount: ({ open_amount }) => <MoneyText money={open_amount} />,
  invoice: ({ invoice }) => (
    <Link to="/invoices" search={{ open: invoice.api_id }} className={classes.link}>
      {invoice.name}
    </Link>
  ),
  issued_on: ({ issued_on }) => <DateText on={issued_on} />,
  unallocated: ({ unallocated }) => <MoneyText money={unallocated} />,
  amount: ({ amount }) => <MoneyText money={amount} />,
};

/** How certain a proposal is, with the reasons. */
function Certainty({ proposal: { certainty, reasons } }: { proposal: ReconciliationProposal }) {
  const { label } = useEnumOptions();
  const why = reasons.map((reason) => label("payment_invoice_reason", reason)).join(" · ");
  return (
    <>
      <EnumBadge styles={STYLES} value={certainty}>
        {label("reconciliation_certainty", certainty)}
      </EnumBadge>
      <span className={classes.muted}> {why}</span>
    </>
  );
}

function PaymentName({ payment }: Pick<ReconciliationProposal, "payment">) {
  return paymentName(payment, useLocale());
}
