// Knows whether unsaved input is on the page, so that neither a new version, a closed tab nor a sign-out loses it.
import { useEffect } from "react";

/** Asks whoever typed whether it may be lost. */
type Ask = () => Promise<boolean>;

const dirty = new Map<symbol, Ask>();

export function hasDirtyForm(): boolean {
  return dirty.size > 0;
}

/** True where nothing is unsaved, or all of it may be lost. */
export async function mayLeave(): Promise<boolean> {
  for (const ask of dirty.values()) if (!(await ask())) return false;
  return true;
}

/** Registers unsaved input; the function returned takes it back. */
export function registerDirtyForm(ask: Ask): () => void {
  const form = Symbol("form");
  dirty.set(form, ask);
  return () => dirty.delete(form);
}

function warnBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

export function useDirtyForm(isDirty: boolean, ask: Ask): void {
  useEffect(() => {
    if (!isDirty) return;
    const forget = registerDirtyForm(ask);
    window.addEventListener("beforeunload", warnBeforeUnload);
    return () => {
      forget();
      window.removeEventListener("beforeunload", warnBeforeUnload);
    };
  }, [isDirty, ask]);
}
