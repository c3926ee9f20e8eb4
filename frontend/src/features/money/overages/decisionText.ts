// What a decision about hours over says: its hours and kind, and the month, amount or reason that belong to it.
import type { OverageDecision } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthOfYear } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatHours } from "../../../lib/numbers";

export function useDecisionText() {
  const t = useTranslate();
  const locale = useLocale();
  return (decision: OverageDecision): string => {
    const text = t(`overages.decision.${decision.kind}`, {
      hours: formatHours(decision.hours, locale),
      month: decision.carried_to ? monthOfYear(decision.carried_to, locale) : "",
    });
    return decision.amount ? `${text} · ${formatMoney(decision.amount, locale)}` : text;
  };
}
