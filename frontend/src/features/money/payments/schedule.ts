// How a schedule's percentages are typed and what they come to.
import { parseDecimal } from "../../../lib/numbers";

const BETWEEN = /\s*[/;+\n]\s*|\s+(?=\d)/u;

/** "30 / 40 / 30 %" → ["30", "40", "30"]; null when a part of it is no number. */
export function readPercentages(text: string): string[] | null {
  const parts = text
    .split(BETWEEN)
    .map((part) => part.replace(/[%\u00a0\u202f\s]/gu, ""))
    .filter((part) => part !== "");
  const read = parts.map((part) => parseDecimal(part));
  return read.every((value) => value !== null) ? (read as string[]) : null;
}

/** Their sum, exactly, as a decimal of at most two digits. */
export function sumOf(percentages: readonly string[]): string {
  const hundredths = percentages.reduce((sum, text) => {
    const [whole = "0", fraction = ""] = text.split(".");
    return sum + BigInt(whole + fraction.padEnd(2, "0"));
  }, 0n);
  const digits = hundredths.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
