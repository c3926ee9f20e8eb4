// Stores small values in this browser tab: they survive a reload and end with the tab.
const PREFIX = "regie-tab:";

export function saveInTab(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A full or forbidden storage must not break the page.
  }
}

/** The stored value; the caller checks its type. */
export function readFromTab(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

export function removeFromTab(name: string): void {
  removeFromTabWhere((stored) => stored === name);
}

/** Removes every value whose name matches. */
export function removeFromTabWhere(matches: (name: string) => boolean): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const isOurs = key.startsWith(PREFIX);
      if (isOurs && matches(key.slice(PREFIX.length))) sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage there is nothing to remove.
  }
}
