// Listens for Ctrl-K on every screen, and loads what knows the single letters when somebody presses the first one.
import { useLayoutEffect, useRef } from "react";
import { hasShortcuts } from "../../ui/shortcutChoice";
import type { Press } from "./shortcuts";

const SINGLE = /^(?:[a-z/?]|Escape)$/;
const ELSEWHERE =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], dialog, [role=dialog], [role=menu], [role=listbox]";

/** Letters belong to fields, to what lies over the page and to the browser first. */
function isShortcut(event: KeyboardEvent): boolean {
  const { key, target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented || isComposing) return false;
  return SINGLE.test(key) && !(target as Element).closest(ELSEWHERE) && hasShortcuts();
}

export function useKeys(open: () => void, run: (press: Press, key: string) => void) {
  const latest = useRef({ open, run });
  latest.current = { open, run };
  // As soon as the field is to be seen, so are its keys heard.
  useLayoutEffect(() => {
    let known: Press | undefined;
    let learning: Promise<void> | undefined;
    const learn = async () => {
      const { press } = await import("./shortcuts");
      known = press;
    };
    const pressKnown = (key: string) => known && latest.current.run(known, key);
    const listen = (event: KeyboardEvent) => {
      const { key } = event;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && key.toLowerCase() === "k") {
        event.preventDefault();
        latest.current.open();
      } else if (isShortcut(event)) {
        // Else a field that gets the focus now would get the letter too.
        if (key !== "Escape") event.preventDefault();
        // At once where it can be; what was pressed meanwhile keeps its order.
        learning ??= learn();
        if (known) pressKnown(key);
        else void learning.then(() => pressKnown(key));
      }
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
