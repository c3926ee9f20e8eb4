// Whether single letters are shortcuts: chosen in each browser, since it depends on the aids that are used there.
const KEY = "regie-shortcuts";
const OFF = "off";

export function hasShortcuts(): boolean {
  try {
    return localStorage.getItem(KEY) !== OFF;
  } catch {
    return true;
  }
}

export function chooseShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, OFF);
  } catch {
    // A full or forbidden storage costs the choice, never the page.
  }
}
