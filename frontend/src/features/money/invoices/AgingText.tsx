// How late an invoice is: the days past due, or its bucket.
import type { InvoiceRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";

const SETTLED = new Set<InvoiceRow["status"]>(["paid", "credit", "voided", "deleted_in_source"]);

export function AgingText({ invoice }: { invoice: InvoiceRow }) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { days_overdue: days, aging_bucket: bucket } = invoice;
  if (bucket === null || SETTLED.has(invoice.status)) return <Absent />;
  if (days !== null && days > 0) return t("invoices.days_overdue", { days });
  return label("aging_bucket", bucket);
}
