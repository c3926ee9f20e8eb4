// Tracks forms with unsaved input, so that a reload, a closed tab or a sign-out does not discard it.
import { useEffect } from "react";

/** Asks the user whether the input may be discarded. */
type ConfirmDiscard = () => Promise<boolean>;

const dirtyForms = new Map<symbol, ConfirmDiscard>();

export function hasDirtyForm(): boolean {
  return dirtyForms.size > 0;
}

/** True when nothing is unsaved or the user agrees to discard all of it. */
export async function confirmLeave(): Promise<boolean> {
  for (const confirm of dirtyForms.values()) if (!(await confirm())) return false;
  return true;
}

/** Registers unsaved input and returns the function that unregisters it. */
export function registerDirtyForm(confirm: ConfirmDiscard): () => void {
  const form = Symbol("form");
  dirtyForms.set(form, confirm);
  return () => dirtyForms.delete(form);
}

function warnBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

export function useDirtyForm(isDirty: boolean, confirm: ConfirmDiscard): void {
  useEffect(() => {
    if (!isDirty) return;
    const unregister = registerDirtyForm(confirm);
    window.addEventListener("beforeunload", warnBeforeUnload);
    return () => {
      unregister();
      window.removeEventListener("beforeunload", warnBeforeUnload);
    };
  }, [isDirty, confirm]);
}
