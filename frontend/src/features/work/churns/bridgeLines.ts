// The lines of an MRR bridge: totals, additions and deductions.
import type { MrrMovement } from "../../../api/types";
import { negate } from "./negate";

type MovementKind = MrrMovement["kind"];

/** The lines of a bridge in one currency; a converted one adds exchange rate effects (`fx`). */
export const SINGLE_CURRENCY_LINES = [
  "mrr_start",
  "new",
  "expansion",
  "reactivation",
  "contraction",
  "churn",
  "mrr_end",
] as const satisfies readonly (MovementKind | "mrr_start" | "mrr_end")[];
export type SingleCurrencyLine = (typeof SINGLE_CURRENCY_LINES)[number];
export type Line = SingleCurrencyLine | "fx";
export const LINES: readonly Line[] = [...SINGLE_CURRENCY_LINES.slice(0, -1), "fx", "mrr_end"];

export const TOTAL_LINES: ReadonlySet<string> = new Set(["mrr_start", "mrr_end"]);
/** The lines of gross churn, and those of net retention. */
export const DEDUCTED_LINES: readonly MovementKind[] = ["contraction", "churn"];
export const RETENTION_LINES: readonly MovementKind[] = [
  "expansion",
  "reactivation",
  ...DEDUCTED_LINES,
];

/** Returns deductions as negative amounts. */
export function withSign(line: string, amount: string): string {
  return DEDUCTED_LINES.some((deducted) => deducted === line) ? negate(amount) : amount;
}
