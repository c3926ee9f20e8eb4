// The lines of a bridge from the MRR at the start to that at the end: which are sums, and which take away.
import { negate } from "./negate";

/** In one currency; in several, what rates alone did (`fx`) comes before the end. */
export const OWN_LINES = [
  "mrr_start",
  "new",
  "expansion",
  "reactivation",
  "contraction",
  "churn",
  "mrr_end",
] as const;
export type Line = (typeof OWN_LINES)[number] | "fx";
export const LINES: readonly Line[] = [...OWN_LINES.slice(0, -1), "fx", "mrr_end"];

export const SUMS: ReadonlySet<string> = new Set(["mrr_start", "mrr_end"]);
/** What gross churn is made of, and what net retention is. */
export const DEDUCTED_LINES = ["contraction", "churn"];
export const RETENTION_LINES = ["expansion", "reactivation", ...DEDUCTED_LINES];

/** What was lost is taken away: its sign is a mark before it, and its word says so too. */
export function signed(line: string, amount: string): string {
  return DEDUCTED_LINES.includes(line) ? negate(amount) : amount;
}
