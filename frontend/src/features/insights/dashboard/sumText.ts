// Formats a sum of the dashboard (amount, percentage or number) and compares two sums.
import type { DashboardSum } from "../../../api/types";
import type { Translate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { formatDecimal, formatPercent } from "../../../lib/numbers";

export type Unit = "money" | "percent" | "count";

const PERCENT = 100;
const TENTHS = 10;

export function sumText(sum: DashboardSum, unit: Unit, t: Translate, locale: string): string {
  if (sum.money) return formatMoney(sum.money, locale);
  if (sum.value === null) return t("dashboard.not_applicable");
  return unit === "percent" ? formatPercent(sum.value, locale) : formatDecimal(sum.value, locale);
}

function numericValue(sum: DashboardSum): number | null {
  const text = sum.money?.amount ?? sum.value;
  return text === null || text === undefined ? null : Number(text);
}

function percentTenths(share: number): string {
  return (Math.round(share * PERCENT * TENTHS) / TENTHS).toFixed(1);
}

/** The share of a target in per cent; null without a target. */
export function targetShare(
  sum: DashboardSum,
  target: DashboardSum,
  locale: string,
): string | null {
  const [now, targetValue] = [numericValue(sum), numericValue(target)];
  return now === null || !targetValue
    ? null
    : formatPercent(percentTenths(now / targetValue), locale);
}

/** The trend and the relative change; null without a previous value. */
export function changeOf(sum: DashboardSum, before: DashboardSum, locale: string) {
  const [now, then] = [numericValue(sum), numericValue(before)];
  if (now === null || !then) return null;
  const percent = formatPercent(percentTenths(Math.abs(now - then) / Math.abs(then)), locale);
  if (now === then) return { trend: "same", percent } as const;
  return { trend: now > then ? "up" : "down", percent } as const;
}
