// Listens for Ctrl-K and the single-letter shortcuts on every page.
import { useLayoutEffect, useRef } from "react";
import { hasShortcuts } from "../../../ui/account/shortcutChoice";

const SINGLE_KEY = /^(?:[a-z/?[]|Escape)$/;
const IGNORED_TARGETS =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], dialog, [role=dialog], [role=menu], [role=listbox]";

/** Fields, overlays and browser shortcuts take precedence. */
function isShortcut(event: KeyboardEvent): boolean {
  const { key, target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented || isComposing) return false;
  return SINGLE_KEY.test(key) && !(target as Element).closest(IGNORED_TARGETS) && hasShortcuts();
}

export function useShortcuts(open: () => void, run: (key: string) => void) {
  const latest = useRef({ open, run });
  latest.current = { open, run };
  // A layout effect: the keys work as soon as the field is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key } = event;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && key.toLowerCase() === "k") {
        event.preventDefault();
        latest.current.open();
      } else if (isShortcut(event)) {
        // Prevents typing the letter into a field that the shortcut focuses.
        if (key !== "Escape") event.preventDefault();
        latest.current.run(key);
      }
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
