// Listens for Ctrl-K and the single-letter shortcuts on every screen.
import { useLayoutEffect, useRef } from "react";
import { hasShortcuts } from "../../../ui/account/shortcutChoice";

const SINGLE = /^(?:[a-z/?]|Escape)$/;
const ELSEWHERE =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], dialog, [role=dialog], [role=menu], [role=listbox]";

/** Letters belong to fields, to what lies over the page and to the browser first. */
function isShortcut(event: KeyboardEvent): boolean {
  const { key, target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented || isComposing) return false;
  return SINGLE.test(key) && !(target as Element).closest(ELSEWHERE) && hasShortcuts();
}

export function useShortcuts(open: () => void, run: (key: string) => void) {
  const latest = useRef({ open, run });
  latest.current = { open, run };
  // As soon as the field is to be seen, so are its keys heard.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key } = event;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && key.toLowerCase() === "k") {
        event.preventDefault();
        latest.current.open();
      } else if (isShortcut(event)) {
        // Else a field that gets the focus now would get the letter too.
        if (key !== "Escape") event.preventDefault();
        latest.current.run(key);
      }
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
