// Stores the second factors that the server accepts for a sign-in in progress, in this tab.
import type { Factor } from "../api/types";
import { readFromTab, removeFromTab, saveInTab } from "../lib/tabStorage";

const STORAGE_NAME = "second-step";
const FACTORS: readonly string[] = ["passkey", "totp", "recovery_code"] satisfies Factor[];

export function isFactor(value: unknown): value is Factor {
  return typeof value === "string" && FACTORS.includes(value);
}

export function savePendingFactors(factors: readonly Factor[]): void {
  saveInTab(STORAGE_NAME, factors);
}

/** The factors in the server's order; empty without a sign-in in progress. */
export function readPendingFactors(): Factor[] {
  const stored = readFromTab(STORAGE_NAME);
  return Array.isArray(stored) ? stored.filter(isFactor) : [];
}

export function clearPendingFactors(): void {
  removeFromTab(STORAGE_NAME);
}
