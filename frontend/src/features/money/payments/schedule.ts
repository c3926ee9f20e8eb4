// Parses the percentages of a schedule and adds them.
import { parseDecimal } from "../../../lib/numbers";

const SEPARATOR = /\s*[/;+\n]\s*|\s+(?=\d)/u;

/** "30 / 40 / 30 %" → ["30", "40", "30"]; null when a part is not a number. */
export function parsePercentages(text: string): string[] | null {
  const parts = text
    .split(SEPARATOR)
    .map((part) => part.replace(/[%\u00a0\u202f\s]/gu, ""))
    .filter((part) => part !== "");
  const numbers = parts.map((part) => parseDecimal(part));
  return numbers.every((value) => value !== null) ? (numbers as string[]) : null;
}

/** The exact sum with two decimals. */
export function sumOf(percentages: readonly string[]): string {
  const hundredths = percentages.reduce((sum, text) => {
    const [whole = "0", fraction = ""] = text.split(".");
    return sum + BigInt(whole + fraction.padEnd(2, "0"));
  }, 0n);
  const digits = hundredths.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
