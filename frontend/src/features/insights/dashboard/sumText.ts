// A sum of the dashboard in words: an amount, a percentage or a number, and how it stands to another one.
import type { DashboardSum } from "../../../api/types";
import type { Translate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { formatDecimal, formatPercent } from "../../../lib/numbers";

export type Unit = "money" | "percent" | "count";

const A_HUNDRED = 100;
const TENTHS = 10;

export function sumText(sum: DashboardSum, unit: Unit, t: Translate, locale: string): string {
  if (sum.money) return formatMoney(sum.money, locale);
  if (sum.value === null) return t("dashboard.not_applicable");
  return unit === "percent" ? formatPercent(sum.value, locale) : formatDecimal(sum.value, locale);
}

function size(sum: DashboardSum): number | null {
  const text = sum.money?.amount ?? sum.value;
  return text === null || text === undefined ? null : Number(text);
}

function tenths(share: number): string {
  return (Math.round(share * A_HUNDRED * TENTHS) / TENTHS).toFixed(1);
}

/** "50 % of it"; nothing where there is no target to reach. */
export function targetShare(
  sum: DashboardSum,
  target: DashboardSum,
  locale: string,
): string | null {
  const [now, aim] = [size(sum), size(target)];
  return now === null || !aim ? null : formatPercent(tenths(now / aim), locale);
}

/** Which way it went, and by how much; nothing where there was nothing before. */
export function changeOf(sum: DashboardSum, before: DashboardSum, locale: string) {
  const [now, then] = [size(sum), size(before)];
  if (now === null || !then) return null;
  const percent = formatPercent(tenths(Math.abs(now - then) / Math.abs(then)), locale);
  if (now === then) return { way: "same", percent } as const;
  return { way: now > then ? "up" : "down", percent } as const;
}
