// What a payment is called: its label, else the month that it bills, else its number.
import type { Payment } from "../../api/types";
import { translate } from "../../i18n/translate";
import { intlTag } from "../../lib/numbers";

type Named = Pick<Payment, "label" | "period_start" | "period_end" | "sequence">;

const months = new Map<string, Intl.DateTimeFormat>();

function monthName(iso: string, locale: string): string {
  const tag = intlTag(locale);
  const known = months.get(tag);
  const format =
    known ?? new Intl.DateTimeFormat(tag, { month: "long", year: "numeric", timeZone: "UTC" });
  if (!known) months.set(tag, format);
  return format.format(new Date(`${iso}T00:00:00Z`));
}

export function paymentName(payment: Named, locale: string): string {
  if (payment.label) return payment.label;
  if (payment.period_start) return monthName(payment.period_start, locale);
  return translate("payments.number", { number: payment.sequence });
}
