// Numbers stay decimal strings from the wire to the screen: a float would lose cents and hours.

/** The tag Intl understands for one of the two languages. */
export function intlTag(locale: string): "en-US" | "fr-CA" {
  return locale.toLowerCase().startsWith("fr") ? "fr-CA" : "en-US";
}

export const NBSP = "\u00a0";

const SPACES = /[\s\u00a0\u2009\u202f'’]/gu;
const MINUS_SIGNS = /[\u2212\u2013]/gu;

const decimalFormats = new Map<string, Intl.NumberFormat>();

/** Intl formats decimal strings exactly; its type only knows literal ones. */
export function exact(amount: string): Intl.StringNumericLiteral {
  return amount as Intl.StringNumericLiteral;
}

function decimalFormat(locale: string, minimum: number, maximum: number): Intl.NumberFormat {
  const key = `${intlTag(locale)}/${minimum}/${maximum}`;
  const known = decimalFormats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(intlTag(locale), {
    minimumFractionDigits: minimum,
    maximumFractionDigits: maximum,
  });
  decimalFormats.set(key, made);
  return made;
}

export function formatDecimal(value: string, locale: string, minimum = 0, maximum = 2): string {
  return decimalFormat(locale, minimum, maximum).format(exact(value));
}

export function formatInteger(value: number, locale: string): string {
  return decimalFormat(locale, 0, 0).format(value);
}

/** "12.50" → "12.5 h", "12,5 h": the unit never leaves its number at a line's end. */
export function formatHours(hours: string, locale: string): string {
  return `${formatDecimal(hours, locale)}${NBSP}h`;
}

/** How a whole-number percentage reads: "50%" in English, "50 %" in French. */
export function formatPercent(percent: string, locale: string): string {
  return `${formatDecimal(percent, locale)}${intlTag(locale) === "fr-CA" ? NBSP : ""}%`;
}

/** Where at most two decimals are kept, a comma before exactly three digits can only group them. */
function isGroupingComma(text: string, maxDecimals: number): boolean {
  const grouped = /^-?[1-9]\d{0,2}(,\d{3})+$/.test(text);
  return grouped && (maxDecimals < 3 || text.split(",").length > 2);
}

function toPlainDecimal(text: string, maxDecimals: number): string {
  const lastComma = text.lastIndexOf(",");
  const lastDot = text.lastIndexOf(".");
  if (lastComma >= 0 && lastDot >= 0) {
    const grouping = lastComma > lastDot ? "." : ",";
    return groupsOfThree(text, grouping) ? text.replaceAll(grouping, "").replace(",", ".") : "";
  }
  if (lastComma >= 0) {
    return isGroupingComma(text, maxDecimals) ? text.replaceAll(",", "") : text.replace(",", ".");
  }
  return text;
}

function groupsOfThree(text: string, grouping: string): boolean {
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
  const kept = fraction.replace(/0+$/, "");
  const value = kept === "" ? digits : `${digits}.${kept}`;
  return value === "0" ? "0" : `${sign}${value}`;
}

/**
 * Reads what people type or paste ("1 234,5", "1,234.50", "(12.00)") as a canonical decimal string;
 * null when it is no number or has more decimals than the field keeps.
 */
export function parseDecimal(text: string, maxDecimals = 2): string | null {
  const bare = text.replace(SPACES, "").replace(MINUS_SIGNS, "-");
  const bracketed = /^\((.+)\)$/.exec(bare)?.[1];
  const signed = bracketed === undefined ? bare : `-${bracketed}`;
  const value = canonical(toPlainDecimal(signed, maxDecimals));
  if (value === null) return null;
  const decimals = value.split(".")[1]?.length ?? 0;
  return decimals <= maxDecimals ? value : null;
}
