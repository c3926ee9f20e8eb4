// Knows whether unsaved input is on the page, so that neither a new version nor a closed tab loses it.
import { useEffect } from "react";

const dirty = new Set<symbol>();

export function hasDirtyForm(): boolean {
  return dirty.size > 0;
}

/** Registers unsaved input; the function returned takes it back. */
export function registerDirtyForm(): () => void {
  const form = Symbol("form");
  dirty.add(form);
  return () => dirty.delete(form);
}

function warnBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

export function useDirtyForm(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const forget = registerDirtyForm();
    window.addEventListener("beforeunload", warnBeforeUnload);
    return () => {
      forget();
      window.removeEventListener("beforeunload", warnBeforeUnload);
    };
  }, [isDirty]);
}
