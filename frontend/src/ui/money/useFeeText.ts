// A retainer's fee per billing interval: "CA$12,000.00 a year, CA$1,000.00 a month".
import type { Money, ProjectTerm } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatMoney } from "../../lib/money";

export function useFeeText() {
  const t = useTranslate();
  const locale = useLocale();
  return (billed: Money, interval: ProjectTerm["billing_interval"], monthly: Money): string => {
    if (interval === null || interval === "month") return formatMoney(billed, locale);
    return t(`ui.fee.${interval}`, {
      amount: formatMoney(billed, locale),
      monthly: formatMoney(monthly, locale),
    });
  };
}
