// The organization's target of gross margin and its attainment, or how many of the months have a target.
import type { MarginTotals } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { formatPercent } from "../../../lib/numbers";

export function MarginTargetText({ target }: { target: NonNullable<MarginTotals["target"]> }) {
  const t = useTranslate();
  const locale = useLocale();
  const { amount, percent, covered, of } = target;
  if (amount === null) return <span>{t("dashboard.targets_missing", { covered, all: of })}</span>;
  return (
    <span>
      {t("dashboard.target", { target: formatMoney(amount, locale) })}
      {percent !== null &&
        ` · ${t("dashboard.of_target", { percent: formatPercent(percent, locale) })}`}
    </span>
  );
}
