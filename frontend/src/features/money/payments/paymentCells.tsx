// The cells of a payment schedule.
import { Link } from "@tanstack/react-router";
import type { Payment } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { MoneyText } from "../../../ui/money/MoneyText";
import { PaymentStatus } from "../../../ui/money/PaymentStatus";
import { paymentName } from "../../../ui/money/paymentName";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import type { projectPaymentsList } from "./paymentsList";

export const paymentCells: CellsOf<typeof projectPaymentsList> = {
  name: (payment) => <PaymentName payment={payment} />,
  due_on: (payment) => <DateText on={payment.due_on} />,
  amount: (payment) => <MoneyText money={payment.amount} />,
  status: (payment) => <PaymentStatus payment={payment} />,
  invoice: (payment) => <InvoiceLink payment={payment} />,
  paid_amount: (payment) => <MoneyText money={payment.paid_amount} />,
  invoiced_on: (payment) => <DateText on={payment.invoiced_on} />,
  paid_on: (payment) => <DateText on={payment.paid_on} />,
};

function PaymentName({ payment }: { payment: Payment }) {
  return paymentName(payment, useLocale());
}

function InvoiceLink({ payment }: { payment: Payment }) {
  if (payment.invoice === null) return <Absent />;
  return (
    <Link to="/invoices" search={{ open: payment.invoice.api_id }} className={classes.link}>
      {payment.invoice.name}
    </Link>
  );
}
