// Short lists of records that this browser remembers for the signed-in user.
import { useSyncExternalStore } from "react";

export type StoredRecord = { to: string; title: string };
type Stored = { user: string; records: StoredRecord[] };

const NOTHING: readonly StoredRecord[] = [];
const listeners = new Set<() => void>();
/** The last parsed text of each key: an unchanged list must stay the same object. */
const parsed = new Map<string, { text: string; stored: Partial<Stored> }>();

function readText(key: string): string {
  try {
    return localStorage.getItem(key) ?? "{}";
  } catch {
    return "{}";
  }
}

function parse(text: string): Partial<Stored> {
  try {
    return (JSON.parse(text) as Partial<Stored> | null) ?? {};
  } catch {
    return {};
  }
}

/** The records of a user; those that another user of this browser left are ignored. */
export function recordsOf(key: string, user: string): readonly StoredRecord[] {
  const text = readText(key);
  const known = parsed.get(key);
  const stored = known?.text === text ? known.stored : parse(text);
  parsed.set(key, { text, stored });
  return stored.user === user && Array.isArray(stored.records) ? stored.records : NOTHING;
}

export function storeRecords(key: string, user: string, records: readonly StoredRecord[]): void {
  try {
    localStorage.setItem(key, JSON.stringify({ user, records }));
  } catch {
    // The lists are optional: ignore full or blocked storage.
  }
  for (const listener of listeners) listener();
}

/** The part of an address that identifies the record, whatever the area or screen. */
export function recordIdOf(path: string): string | undefined {
  return /[0-9a-f-]{36}/.exec(path)?.[0];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab changed a list.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export function useStoredRecords(key: string, user: string): readonly StoredRecord[] {
  return useSyncExternalStore(subscribe, () => recordsOf(key, user));
}
