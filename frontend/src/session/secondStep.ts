// A half-finished sign-in: the server waits for a second factor, and this tab remembers which ones it takes.
import type { Factor } from "../api/types";
import { readFromTab, removeFromTab, saveInTab } from "../lib/tabStorage";

const NAME = "second-step";
const FACTORS: readonly string[] = ["passkey", "totp", "recovery_code"] satisfies Factor[];

export function isFactor(value: unknown): value is Factor {
  return typeof value === "string" && FACTORS.includes(value);
}

export function saveSecondStep(factors: readonly Factor[]): void {
  saveInTab(NAME, factors);
}

/** What may be shown, the handiest first; empty without a half-finished sign-in. */
export function readSecondStep(): Factor[] {
  const kept = readFromTab(NAME);
  return Array.isArray(kept) ? kept.filter(isFactor) : [];
}

export function clearSecondStep(): void {
  removeFromTab(NAME);
}
