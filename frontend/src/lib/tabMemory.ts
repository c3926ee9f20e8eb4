// Small things that must outlive a reload of this tab and nothing longer: they end with it.
const PREFIX = "regie-tab:";

export function remember(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs the memory, never the page.
  }
}

/** What was remembered, of whatever shape: the caller checks it. */
export function recall(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

export function forget(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing kept, nothing to forget.
  }
}
