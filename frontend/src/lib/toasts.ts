// Stores the toasts on the screen: any layer adds one, the shell shows them.
import { useSyncExternalStore } from "react";

export type ToastContent = {
  kind: "success" | "error" | "info";
  summary: string;
  detail?: string;
  action?: { label: string; run: () => void };
  /** How long the toast stays; errors stay longer by default. */
  seconds?: number;
};
export type Toast = ToastContent & { id: number; seconds: number };

const MAX_SHOWN = 3;
const SECONDS = { success: 5, info: 5, error: 12 };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replaceToasts(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function isSame(left: ToastContent, right: ToastContent): boolean {
  return left.summary === right.summary && left.detail === right.detail && !right.action;
}

/** Shows a toast. An identical message replaces the earlier one; a fourth toast removes the oldest. */
export function showToast(content: ToastContent): number {
  lastId += 1;
  const toast = { ...content, id: lastId, seconds: content.seconds ?? SECONDS[content.kind] };
  const remaining = toasts.filter((shown) => !isSame(shown, content));
  replaceToasts([...remaining, toast].slice(-MAX_SHOWN));
  return toast.id;
}

export function dismissToast(id: number): void {
  replaceToasts(toasts.filter((toast) => toast.id !== id));
}

export function clearToasts(): void {
  replaceToasts([]);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, currentToasts);
}
