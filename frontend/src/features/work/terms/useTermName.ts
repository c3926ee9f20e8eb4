// Names a term of a retainer: "Paused", or the fee.
import type { ProjectTerm } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";

export function useTermName() {
  const t = useTranslate();
  const locale = useLocale();
  return (term: ProjectTerm) =>
    term.state
      ? t(`terms.state.${term.state}`)
      : t("terms.fee", { amount: term.amount ? formatMoney(term.amount, locale) : "" });
}
