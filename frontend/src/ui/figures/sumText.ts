// Formats a sum of the dashboard (amount, percentage, hours or number) and compares two sums.
import type { DashboardSum } from "../../api/types";
import type { Translate } from "../../i18n/translate";
import { formatMoney } from "../../lib/money";
import { formatDecimal, formatHours, formatPercent } from "../../lib/numbers";

export type Unit = "money" | "percent" | "count" | "hours";

const PERCENT = 100;
const TENTHS = 10;

export function sumText(sum: DashboardSum, unit: Unit, t: Translate, locale: string): string {
  if (sum.money) return formatMoney(sum.money, locale);
  if (sum.value === null) return t("common.not_applicable");
  if (unit === "hours") return formatHours(sum.value, locale);
  return unit === "percent" ? formatPercent(sum.value, locale) : formatDecimal(sum.value, locale);
}

/** A difference between two sums; that of percentages is in points. */
export function differenceText(
  difference: DashboardSum,
  unit: Unit,
  t: Translate,
  locale: string,
): string {
  if (unit !== "percent" || difference.value === null) {
    return sumText(difference, unit, t, locale);
  }
  return t("dashboard.points.difference", { points: Number(difference.value) });
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

type Change = { trend: "up" | "down" | "same"; text: string };

/** The trend and the change, of percentages in points; null without a previous value. */
export function changeOf(
  { sum, unit, previous }: { sum: DashboardSum; unit: Unit; previous: DashboardSum },
  t: Translate,
  locale: string,
): Change | null {
  const [now, then] = [numericValue(sum), numericValue(previous)];
  if (now === null || then === null || (unit !== "percent" && then === 0)) return null;
  if (now === then) return { trend: "same", text: t("dashboard.same") };
  const trend = now > then ? "up" : "down";
  if (unit === "percent") {
    const points = Math.round(Math.abs(now - then) * TENTHS) / TENTHS;
    return { trend, text: t(`dashboard.points.${trend}`, { points }) };
  }
  const percent = formatPercent(percentTenths(Math.abs(now - then) / Math.abs(then)), locale);
  return { trend, text: t(`dashboard.${trend}`, { percent }) };
}
