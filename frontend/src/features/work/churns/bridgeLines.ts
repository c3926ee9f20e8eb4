// The lines of a bridge from the MRR at the start to that at the end: which are sums, and which take away.
import type { MrrMovement } from "../../../api/types";
import { negate } from "./negate";

/** In one currency; in several, what rates alone did (`fx`) comes before the end. */
type MovementKind = MrrMovement["kind"];
export const OWN_LINES = [
  "mrr_start",
  "new",
  "expansion",
  "reactivation",
  "contraction",
  "churn",
  "mrr_end",
] as const satisfies readonly (MovementKind | "mrr_start" | "mrr_end")[];
export type OwnLine = (typeof OWN_LINES)[number];
export type Line = OwnLine | "fx";
export const LINES: readonly Line[] = [...OWN_LINES.slice(0, -1), "fx", "mrr_end"];

export const SUMS: ReadonlySet<string> = new Set(["mrr_start", "mrr_end"]);
/** What gross churn is made of, and what net retention is. */
export const DEDUCTED_LINES: readonly MovementKind[] = ["contraction", "churn"];
export const RETENTION_LINES: readonly MovementKind[] = [
  "expansion",
  "reactivation",
  ...DEDUCTED_LINES,
];

/** What was lost is taken away: its sign is a mark before it, and its word says so too. */
export function signed(line: string, amount: string): string {
  return DEDUCTED_LINES.some((deducted) => deducted === line) ? negate(amount) : amount;
}
