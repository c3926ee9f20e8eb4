// The cells of the list of receivables.
import type { Receivable } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { DateText } from "../../../ui/display/DateText";
import { MoneyText } from "../../../ui/money/MoneyText";
import type { CellsOf } from "../../../ui/table/tableModel";
import { InvoiceClient, InvoiceLink } from "./invoiceCells";
import type { receivablesList } from "./receivablesList";

export const receivableCells: CellsOf<typeof receivablesList> = {
  number: (invoice) => <InvoiceLink invoice={invoice} />,
  client: (invoice) => <InvoiceClient invoice={invoice} />,
  issued_on: (invoice) => <DateText on={invoice.issued_on} />,
  payable_on: (invoice) => <DueDate invoice={invoice} />,
  days_past_due: (invoice) => <DaysPastDue invoice={invoice} />,
  total: (invoice) => <MoneyText money={invoice.total} />,
  balance: (invoice) => <MoneyText money={invoice.balance} />,
  follow_up_on: (invoice) => <DateText on={invoice.follow_up_on} />,
};

/** Marks a due date that follows from the payment terms. */
function DueDate({ invoice }: { invoice: Receivable }) {
  const t = useTranslate();
  return (
    <>
      <DateText on={invoice.payable_on} />
      {invoice.due_on === null && <small> ({t("receivables.by_terms")})</small>}
    </>
  );
}

function DaysPastDue({ invoice }: { invoice: Receivable }) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { days_past_due: days } = invoice;
  return days > 0 ? t("invoices.days_overdue", { days }) : label("aging_bucket", "current");
}
