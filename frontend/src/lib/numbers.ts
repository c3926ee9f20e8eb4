// Formats and parses numbers as decimal strings: a float would lose cents and hours.

/** The language tag for Intl. */
export function intlTag(locale: string): "en-US" | "fr-CA" {
  return locale.toLowerCase().startsWith("fr") ? "fr-CA" : "en-US";
}

export const NBSP = "\u00a0";

const SPACES = /[\s\u00a0\u2009\u202f'’]/gu;
const MINUS_SIGNS = /[\u2212\u2013]/gu;

const decimalFormats = new Map<string, Intl.NumberFormat>();

/** Intl formats decimal strings exactly, but its type accepts only literal ones. */
export function asNumericLiteral(amount: string): Intl.StringNumericLiteral {
  return amount as Intl.StringNumericLiteral;
}

function decimalFormat(locale: string, minimum: number, maximum: number): Intl.NumberFormat {
  const key = `${intlTag(locale)}/${minimum}/${maximum}`;
  const cached = decimalFormats.get(key);
  if (cached) return cached;
  const format = new Intl.NumberFormat(intlTag(locale), {
    minimumFractionDigits: minimum,
    maximumFractionDigits: maximum,
  });
  decimalFormats.set(key, format);
  return format;
}

export function formatDecimal(value: string, locale: string, minimum = 0, maximum = 2): string {
  return decimalFormat(locale, minimum, maximum).format(asNumericLiteral(value));
}

export function formatInteger(value: number, locale: string): string {
  return decimalFormat(locale, 0, 0).format(value);
}

/** "12.50" → "12.5 h", "12,5 h"; a line never breaks before the unit. */
export function formatHours(hours: string, locale: string): string {
  return `${formatDecimal(hours, locale)}${NBSP}h`;
}

/** A whole-number percentage: "50%" in English, "50 %" in French. */
export function formatPercent(percent: string, locale: string): string {
  return `${formatDecimal(percent, locale)}${intlTag(locale) === "fr-CA" ? NBSP : ""}%`;
}

/** With fewer than three decimals allowed, a comma before exactly three digits can only group them. */
function isGroupingComma(text: string, maxDecimals: number): boolean {
  const grouped = /^-?[1-9]\d{0,2}(,\d{3})+$/.test(text);
  return grouped && (maxDecimals < 3 || text.split(",").length > 2);
}

function toPlainDecimal(text: string, maxDecimals: number): string {
  const lastComma = text.lastIndexOf(",");
  const lastDot = text.lastIndexOf(".");
  if (lastComma >= 0 && lastDot >= 0) {
    const grouping = lastComma > lastDot ? "." : ",";
    return isGroupedByThree(text, grouping) ? text.replaceAll(grouping, "").replace(",", ".") : "";
  }
  if (lastComma >= 0) {
    return isGroupingComma(text, maxDecimals) ? text.replaceAll(",", "") : text.replace(",", ".");
  }
  return text;
}

function isGroupedByThree(text: string, grouping: string): boolean {
  const decimal = grouping === "," ? "." : ",";
  const whole = text.slice(0, text.lastIndexOf(decimal));
  const [first = "", ...rest] = whole.replace("-", "").split(grouping);
  return /^\d{1,3}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group));
}

function canonical(plain: string): string | null {
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(plain);
  if (!match) return null;
  const [, sign = "", whole = "", fraction = ""] = match;
  if (whole === "" && fraction === "") return null;
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  const trimmed = fraction.replace(/0+$/, "");
  const value = trimmed === "" ? digits : `${digits}.${trimmed}`;
  return value === "0" ? "0" : `${sign}${value}`;
}

/**
 * Parses typed or pasted text ("1 234,5", "1,234.50", "(12.00)") as a canonical decimal string; null when it is not a
 * number or has more decimals than allowed.
 */
export function parseDecimal(text: string, maxDecimals = 2): string | null {
  const cleaned = text.replace(SPACES, "").replace(MINUS_SIGNS, "-");
  const bracketed = /^\((.+)\)$/.exec(cleaned)?.[1];
  const signed = bracketed === undefined ? cleaned : `-${bracketed}`;
  const value = canonical(toPlainDecimal(signed, maxDecimals));
  if (value === null) return null;
  const decimals = value.split(".")[1]?.length ?? 0;
  return decimals <= maxDecimals ? value : null;
}
