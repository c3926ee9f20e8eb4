// The cells of a payment schedule.
import { Link } from "@tanstack/react-router";
import type { Payment } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { changedSearch } from "../../../ui/links/screenSearch";
import { MoneyText } from "../../../ui/money/MoneyText";
import { PaymentStatus } from "../../../ui/money/PaymentStatus";
import { paymentName } from "../../../ui/money/paymentName";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import type { projectPaymentsList } from "./paymentsList";

/** Whether several invoices bill it, or one bills a part; its dialog lists them. */
export function isInParts({ status, invoice, invoice_numbers }: Payment): boolean {
  return status === "partially_invoiced" || invoice_numbers !== (invoice?.name ?? null);
}

export const paymentCells: CellsOf<typeof projectPaymentsList> = {
  name: (payment) => <PaymentName payment={payment} />,
  due_on: (payment) => <DateText on={payment.due_on} />,
  amount: (payment) => <MoneyText money={payment.amount} />,
  open_amount: (payment) => <MoneyText money={payment.open_amount} />,
  status: (payment) => <PaymentStatus payment={payment} />,
  invoice: (payment) => <InvoiceLink payment={payment} />,
  invoiced_amount: (payment) => <MoneyText money={payment.invoiced_amount} />,
  paid_amount: (payment) => <MoneyText money={payment.paid_amount} />,
  invoiced_on: (payment) => <DateText on={payment.invoiced_on} />,
  paid_on: (payment) => <DateText on={payment.paid_on} />,
};

function PaymentName({ payment }: { payment: Payment }) {
  return paymentName(payment, useLocale());
}

function InvoiceLink({ payment }: { payment: Payment }) {
  if (payment.invoice === null) return <Absent />;
  if (isInParts(payment)) {
    return (
      <Link to="." search={changedSearch({ open: payment.api_id })} className={classes.link}>
        {payment.invoice_numbers}
      </Link>
    );
  }
  return (
    <Link to="/invoices" search={{ open: payment.invoice.api_id }} className={classes.link}>
      {payment.invoice.name}
    </Link>
  );
}
