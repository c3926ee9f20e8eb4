// Small things that must outlive a reload of this tab and nothing longer: they end with it.
const PREFIX = "regie-tab:";

export function saveInTab(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs the memory, never the page.
  }
}

/** What was remembered, of whatever shape: the caller checks it. */
export function readFromTab(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

export function removeFromTab(name: string): void {
  removeFromTabWhere((remembered) => remembered === name);
}

/** Forgets each thing whose name is one of these. */
export function removeFromTabWhere(isOne: (name: string) => boolean): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const isOurs = key.startsWith(PREFIX);
      if (isOurs && isOne(key.slice(PREFIX.length))) sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing kept, nothing to forget.
  }
}
