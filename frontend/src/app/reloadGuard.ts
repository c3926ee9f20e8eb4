// Limits reloads for a new version to one per ten seconds and path, so that the page cannot loop.
import { hasDirtyForm } from "../lib/dirtyForms";

const MIN_INTERVAL_MS = 10_000;
const KEY_PREFIX = "regie-reload:";

type ReloadEnvironment = { storage: Storage; now: () => number };

const browserEnvironment = (): ReloadEnvironment => ({
  storage: window.sessionStorage,
  now: Date.now,
});

/** True at most once per interval and path, and never with unsaved input. */
export function canReload(
  path: string,
  { storage, now }: ReloadEnvironment = browserEnvironment(),
): boolean {
  if (hasDirtyForm()) return false;
  const key = KEY_PREFIX + path;
  try {
    const last = Number(storage.getItem(key) ?? Number.NEGATIVE_INFINITY);
    if (now() - last < MIN_INTERVAL_MS) return false;
    storage.setItem(key, String(now()));
    return true;
  } catch {
    // Without storage the last reload is unknown, so a loop could not be stopped.
    return false;
  }
}
