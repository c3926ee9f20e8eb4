// Names a term of a retainer: "Paused", or a value with its label.
import type { ProjectTerm } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatHours } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";
import { useFeeText } from "../../../ui/money/useFeeText";

type TermName = { label: string; value: string | null };

export function useTermParts() {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const feeText = useFeeText();

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
    if (term.amount === null) return "";
    return feeText(term.amount, term.billing_interval, term.monthly_amount ?? term.amount);
  }

  return (term: ProjectTerm): TermName => {
    if (term.name === "state")
      return { label: t(`terms.state.${term.state ?? "active"}`), value: null };
    const value = formatValue(term) || t("terms.none");
    return { label: label("term_name", term.name), value };
  };
}

/** The name in one line. */
export function useTermName() {
  const t = useTranslate();
  const partsOf = useTermParts();
  return (term: ProjectTerm): string => {
    const { label, value } = partsOf(term);
    return value === null ? label : t("terms.value", { label, value });
  };
}
