// Formats a goal's values, progress and time.
import type { GoalRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { asNumericLiteral, formatDecimal, formatPercent, intlTag } from "../../../lib/numbers";

const DAY_MS = 86_400_000;

/** Formats "0.3333" as 33%. */
function formatShare(share: string, locale: string): string {
  const format = new Intl.NumberFormat(intlTag(locale), {
    style: "percent",
    maximumFractionDigits: 0,
  });
  return format.format(asNumericLiteral(share));
}

function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS);
}

/** The attainment of a percentage or a limit does not grow with time. */
export function isComparedWithTime({ status, unit, direction }: GoalRow): boolean {
  return status === "active" && unit !== "percent" && direction === "reach";
}

export function useGoalText(goal: GoalRow) {
  const t = useTranslate();
  const locale = useLocale();

  /** Null when there is no value, or when the user may not see it. */
  const value = (text: string | null | undefined): string | null => {
    if (text === null || text === undefined) return null;
    switch (goal.unit) {
      case "money":
        return formatMoney({ amount: text, currency: goal.currency ?? "" }, locale);
      case "percent":
        return formatPercent(text, locale);
      case "yes_no":
        return t(Number(text) === 0 ? "goals.no" : "goals.yes");
      case "number":
        return formatDecimal(text, locale);
    }
  };
  const [current, target] = [value(goal.current_value), value(goal.target_value)];
  const ofTarget =
    current && target ? t(`goals.progress_text.${goal.direction}`, { current, target }) : null;
  const share = goal.attainment === null ? null : formatShare(goal.attainment, locale);
  const formatTimeLeft = (): string => {
    if (goal.as_of < goal.period_start)
      return t("goals.left.to_come", { count: daysBetween(goal.as_of, goal.period_start) });
    const days = daysBetween(goal.as_of, goal.period_end);
    return days < 0
      ? t("goals.left.over", { count: -days })
      : t("goals.left.days", { count: days });
  };
  const period = {
    from: formatDate(goal.period_start, locale),
    to: formatDate(goal.period_end, locale),
  };
  return {
    value,
    share: share ?? t("goals.no_figure"),
    valueText: goal.unit === "yes_no" ? current : ofTarget,
    elapsed: t("goals.elapsed", { share: formatShare(goal.elapsed, locale) }),
    period: t("goals.period", period),
    timeLeft: goal.status === "active" ? formatTimeLeft() : null,
  };
}
