// Formats, parses and adds money: a decimal string and a currency. Amounts of two currencies are never added.
import { asNumericLiteral, intlTag, parseDecimal } from "./numbers";

export type Money = { amount: string; currency: string };

const moneyFormats = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string, locale: string): Intl.NumberFormat {
  const key = `${intlTag(locale)}/${currency}`;
  const cached = moneyFormats.get(key);
  if (cached) return cached;
  const format = new Intl.NumberFormat(intlTag(locale), {
    style: "currency",
    currency,
    currencyDisplay: "symbol",
  });
  moneyFormats.set(key, format);
  return format;
}

/** "$1,234.56" and "CA$1,234.56" in English, "1 234,56 $ US" and "1 234,56 $" in French. */
export function formatMoney(money: Money, locale: string): string {
  return moneyFormat(money.currency, locale).format(asNumericLiteral(money.amount));
}

/** The number of decimals of a currency: 2 for dollars, 0 for yen. */
export function currencyDecimals(currency: string): number {
  return moneyFormat(currency, "en-us").resolvedOptions().maximumFractionDigits ?? 2;
}

/** A difference with its sign: "+$500.00", "−$20.00", "$0.00". */
export function formatDifference({ amount, currency }: Money, locale: string): string {
  const isNegative = amount.startsWith("-");
  const size = formatMoney({ amount: isNegative ? amount.slice(1) : amount, currency }, locale);
  if (isZeroMoney({ amount, currency })) return size;
  return `${isNegative ? "−" : "+"}${size}`;
}

/** The symbol that a money field shows: "$", "CA$", "$ US", "€". */
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

/** Parses a typed or pasted amount as a canonical decimal string ("1 234,5 $" → "1234.50"); null when it is not one. */
export function parseMoney(text: string, decimals = 2): string | null {
  const cleaned = text.replace(/[\u00a0\u202f]/gu, " ").replace(CURRENCY_MARKS, "");
  const value = parseDecimal(cleaned, decimals);
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

/** Adds decimal strings exactly. */
export function addDecimals(values: readonly string[]): string {
  const scale = Math.max(0, ...values.map(scaleOf));
  return fromUnits(
    values.reduce((sum, value) => sum + toUnits(value, scale), 0n),
    scale,
  );
}

/** Adds amounts of one currency exactly; throws on a second currency or an empty list. */
export function addMoney(amounts: readonly Money[]): Money {
  const currency = amounts[0]?.currency;
  if (currency === undefined) throw new Error("No amount to add: the currency is unknown");
  if (amounts.some((money) => money.currency !== currency)) {
    throw new Error("Amounts of different currencies are never added");
  }
  return { amount: addDecimals(amounts.map(({ amount }) => amount)), currency };
}

/** One exact total per currency, in the order in which the currencies first appear. */
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
