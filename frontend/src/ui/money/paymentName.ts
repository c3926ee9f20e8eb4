// The name of a payment: its label, the month that it bills, or its number.
import type { Payment } from "../../api/types";
import { translate } from "../../i18n/translate";
import { intlTag } from "../../lib/numbers";

type NamedPayment = Pick<Payment, "label" | "period_start" | "sequence">;

const monthFormats = new Map<string, Intl.DateTimeFormat>();

function monthName(iso: string, locale: string): string {
  const tag = intlTag(locale);
  const cached = monthFormats.get(tag);
  const format =
    cached ?? new Intl.DateTimeFormat(tag, { month: "long", year: "numeric", timeZone: "UTC" });
  if (!cached) monthFormats.set(tag, format);
  return format.format(new Date(`${iso}T00:00:00Z`));
}

export function paymentName(payment: NamedPayment, locale: string): string {
  if (payment.label) return payment.label;
  if (payment.period_start) return monthName(payment.period_start, locale);
  return translate("payments.number", { number: payment.sequence });
}
