// Money is a decimal string and a currency; it is added exactly, and never across currencies.
import { exact, intlTag, parseDecimal } from "./numbers";

export type Money = { amount: string; currency: string };

const moneyFormats = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string, locale: string): Intl.NumberFormat {
  const key = `${intlTag(locale)}/${currency}`;
  const known = moneyFormats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(intlTag(locale), {
    style: "currency",
    currency,
    currencyDisplay: "symbol",
  });
  moneyFormats.set(key, made);
  return made;
}

/** "$1,234.56" and "CA$1,234.56" in English, "1 234,56 $ US" and "1 234,56 $" in French. */
export function formatMoney(money: Money, locale: string): string {
  return moneyFormat(money.currency, locale).format(exact(money.amount));
}

/** How many decimals a currency keeps: 2 for dollars, 0 for yen. */
export function currencyDecimals(currency: string): number {
  return moneyFormat(currency, "en-us").resolvedOptions().maximumFractionDigits ?? 2;
}

/** What a money field shows beside itself: "$", "CA$", "$ US", "€". */
export function currencySymbol(currency: string, locale: string): string {
  const parts = moneyFormat(currency, locale).formatToParts(0);
  return parts.find((part) => part.type === "currency")?.value ?? currency;
}

const CURRENCY_MARKS = /(?:CA|US|AU|NZ)?\$(?:\s*(?:CA|US))?|[€£¥]|\b(?:CAD|USD|EUR|GBP)\b/giu;

function padDecimals(value: string, decimals: number): string {
  if (decimals === 0) return value;
  const [whole = "0", fraction = ""] = value.split(".");
  return `${whole}.${fraction.padEnd(decimals, "0")}`;
}

/**
 * Reads a typed or pasted amount as a canonical decimal string ("1 234,5 $" → "1234.50"), or null.
 */
export function parseMoney(text: string, decimals = 2): string | null {
  const bare = text.replace(/[\u00a0\u202f]/gu, " ").replace(CURRENCY_MARKS, "");
  const value = parseDecimal(bare, decimals);
  return value === null ? null : padDecimals(value, decimals);
}

function toUnits(amount: string, scale: number): bigint {
  const [whole = "0", fraction = ""] = amount.replace("-", "").split(".");
  const units = BigInt(whole + fraction.padEnd(scale, "0"));
  return amount.startsWith("-") ? -units : units;
}

function fromUnits(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const text = scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`;
  return units < 0n ? `-${text}` : text;
}

function scaleOf(amount: string): number {
  return amount.split(".")[1]?.length ?? 0;
}

/** Adds decimal texts exactly. */
export function addDecimals(values: readonly string[]): string {
  const scale = Math.max(0, ...values.map(scaleOf));
  return fromUnits(
    values.reduce((sum, value) => sum + toUnits(value, scale), 0n),
    scale,
  );
}

/** Adds amounts of one currency exactly; a second currency, or nothing to add, is an error. */
export function addMoney(amounts: readonly Money[]): Money {
  const currency = amounts[0]?.currency;
  if (currency === undefined) throw new Error("No amount to add: the currency is unknown");
  if (amounts.some((money) => money.currency !== currency)) {
    throw new Error("Amounts of different currencies are never added");
  }
  return { amount: addDecimals(amounts.map(({ amount }) => amount)), currency };
}

/** One exact total per currency, in the order the currencies first appear. */
export function totalsByCurrency(amounts: readonly Money[]): Money[] {
  const groups = new Map<string, Money[]>();
  for (const money of amounts) {
    groups.set(money.currency, [...(groups.get(money.currency) ?? []), money]);
  }
  return [...groups.values()].map(addMoney);
}

export function isZeroMoney(money: Money): boolean {
  return /^-?0*(?:\.0*)?$/.test(money.amount);
}
