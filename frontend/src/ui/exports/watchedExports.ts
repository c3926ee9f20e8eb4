// Which exports this tab waits for: known over a reload, and to every list of the tab.
import { useSyncExternalStore } from "react";
import { readFromTab, removeFromTab, saveInTab } from "../../lib/tabStorage";

const NAME = "exports";
const listeners = new Set<() => void>();
const ended = new Set<string>();
let known: readonly string[] | undefined;

export function watchedExports(): readonly string[] {
  if (known === undefined) {
    const recalled = readFromTab(NAME);
    known = Array.isArray(recalled) ? recalled.map(String) : [];
  }
  return known;
}

function keep(next: readonly string[]): void {
  known = next;
  const waiting = next.filter((id) => !ended.has(id));
  if (waiting.length > 0) saveInTab(NAME, waiting);
  else removeFromTab(NAME);
  for (const listener of listeners) listener();
}

export function watchExport(id: string): void {
  ended.delete(id);
  keep([...watchedExports().filter((other) => other !== id), id]);
}

/** It is shown until it is put away, but after a reload nobody waits for it any more. */
export function endExport(id: string): void {
  ended.add(id);
  keep([...watchedExports()]);
}

export function unwatchExport(id: string): void {
  keep(watchedExports().filter((other) => other !== id));
}

export function onWatchedChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useWatchedExports(): readonly string[] {
  return useSyncExternalStore(onWatchedChange, watchedExports);
}
