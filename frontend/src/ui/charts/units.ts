// Formats a chart's numbers: in full in tables and tooltips, short on axes, in both languages.
import { currencySymbol, formatMoney } from "../../lib/money";
import { formatDecimal, formatHours, formatPercent, intlTag } from "../../lib/numbers";

export type Unit =
  | { kind: "money"; currency: string }
  | { kind: "percent" }
  | { kind: "hours" }
  | { kind: "count" };

/** Exact, from the API's decimal string. */
export function formatValue(value: string, unit: Unit, locale: string): string {
  if (unit.kind === "money") return formatMoney({ amount: value, currency: unit.currency }, locale);
  if (unit.kind === "percent") return formatPercent(value, locale);
  return unit.kind === "hours" ? formatHours(value, locale) : formatDecimal(value, locale);
}

const tickFormats = new Map<string, Intl.NumberFormat>();

/** "$12K", "12 k$": a tick is a round number, so precision does not matter. */
export function formatTick(value: number, unit: Unit, locale: string): string {
  if (unit.kind === "percent") return formatPercent(String(value), locale);
  if (unit.kind !== "money") return formatDecimal(String(value), locale);
  const key = `${intlTag(locale)}/${unit.currency}`;
  const format =
    tickFormats.get(key) ??
    new Intl.NumberFormat(intlTag(locale), {
      style: "currency",
      currency: unit.currency,
      currencyDisplay: "symbol",
      notation: "compact",
      maximumFractionDigits: 1,
    });
  tickFormats.set(key, format);
  return format.format(value);
}

/** The unit next to a chart's title; null for counts. */
export function unitName(unit: Unit, locale: string): string | null {
  if (unit.kind === "money") return currencySymbol(unit.currency, locale);
  if (unit.kind === "percent") return "%";
  return unit.kind === "hours" ? "h" : null;
}

const shortFormats = new Map<string, Intl.NumberFormat>();

/** "12.5K", "12,5 k": for small spaces when the unit is in the title. */
export function formatShort(value: number, locale: string): string {
  const tag = intlTag(locale);
  const format =
    shortFormats.get(tag) ??
    new Intl.NumberFormat(tag, { notation: "compact", maximumFractionDigits: 1 });
  shortFormats.set(tag, format);
  return format.format(value);
}
