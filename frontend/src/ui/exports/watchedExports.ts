// The exports that this tab waits for, shared by its lists and preserved over a reload.
import { useSyncExternalStore } from "react";
import { readFromTab, removeFromTab, saveInTab } from "../../lib/tabStorage";

const STORAGE_NAME = "exports";
const listeners = new Set<() => void>();
const ended = new Set<string>();
let watched: readonly string[] | undefined;

export function watchedExports(): readonly string[] {
  if (watched === undefined) {
    const stored = readFromTab(STORAGE_NAME);
    watched = Array.isArray(stored) ? stored.map(String) : [];
  }
  return watched;
}

function save(next: readonly string[]): void {
  watched = next;
  const pending = next.filter((id) => !ended.has(id));
  if (pending.length > 0) saveInTab(STORAGE_NAME, pending);
  else removeFromTab(STORAGE_NAME);
  for (const listener of listeners) listener();
}

export function watchExport(id: string): void {
  ended.delete(id);
  save([...watchedExports().filter((other) => other !== id), id]);
}

/** An ended export stays on the screen, but not after a reload. */
export function endExport(id: string): void {
  ended.add(id);
  save([...watchedExports()]);
}

export function unwatchExport(id: string): void {
  save(watchedExports().filter((other) => other !== id));
}

export function onWatchedChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useWatchedExports(): readonly string[] {
  return useSyncExternalStore(onWatchedChange, watchedExports);
}
