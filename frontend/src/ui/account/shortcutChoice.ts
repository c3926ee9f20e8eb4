// Stores per browser whether single-letter shortcuts are on, because this depends on the assistive technology in use.
const STORAGE_KEY = "regie-shortcuts";
const OFF = "off";

export function hasShortcuts(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== OFF;
  } catch {
    return true;
  }
}

export function saveShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, OFF);
  } catch {
    // A full or forbidden storage loses the choice but must not break the page.
  }
}
