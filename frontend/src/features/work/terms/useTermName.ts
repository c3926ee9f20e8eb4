// Names a term of a retainer: "Paused", or a value with its label.
import type { ProjectTerm } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { formatHours } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";

export function useTermName() {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();

  function rolloverOf(term: ProjectTerm): string {
    const { rollover, rollover_cap_hours: cap, rollover_expiry_months: count } = term;
    return [
      rollover && label("rollover", rollover),
      cap !== null && t("terms.rollover_cap", { hours: formatHours(cap, locale) }),
      count !== null && t("terms.rollover_expiry", { count }),
    ]
      .filter(Boolean)
      .join(", ");
  }

  function formatValue(term: ProjectTerm): string {
    if (term.name === "rollover") return rolloverOf(term);
    if (term.name === "included_hours") return term.hours ? formatHours(term.hours, locale) : "";
    return term.amount ? formatMoney(term.amount, locale) : "";
  }

  return (term: ProjectTerm) => {
    if (term.name === "state") return t(`terms.state.${term.state ?? "active"}`);
    const value = formatValue(term) || t("terms.none");
    return t("terms.value", { label: label("term_name", term.name), value });
  };
}
