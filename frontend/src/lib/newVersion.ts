// Whether the server has a newer build than this page; the application reports it, the shell shows it.
import { useSyncExternalStore } from "react";

let isReady = false;
const listeners = new Set<() => void>();

export function reportNewVersion(): void {
  isReady = true;
  for (const listener of listeners) listener();
}

export function hasNewVersion(): boolean {
  return isReady;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useHasNewVersion(): boolean {
  return useSyncExternalStore(subscribe, hasNewVersion);
}
