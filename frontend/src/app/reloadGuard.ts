// Allows a reload for a new version at most once per ten seconds and path, so that none can loop.
import { hasDirtyForm } from "../lib/dirtyForms";

const SHORTEST_GAP_MS = 10_000;
const KEY_PREFIX = "regie-reload:";

type Surroundings = { storage: Storage; now: () => number };

const browser = (): Surroundings => ({ storage: window.sessionStorage, now: Date.now });

/** True at most once per gap and path, and never while unsaved input would be lost. */
export function mayReload(path: string, { storage, now }: Surroundings = browser()): boolean {
  if (hasDirtyForm()) return false;
  const key = KEY_PREFIX + path;
  try {
    const last = Number(storage.getItem(key) ?? Number.NEGATIVE_INFINITY);
    if (now() - last < SHORTEST_GAP_MS) return false;
    storage.setItem(key, String(now()));
    return true;
  } catch {
    // Without storage there is no memory of the last reload, so a loop could not be stopped.
    return false;
  }
}
