// What was typed survives a crash or an expired page: it waits in this tab until saved or discarded.
import type { FormValues } from "./fields";

const PREFIX = "regie-draft:";

export function keepDraft(formKey: string, values: FormValues): void {
  try {
    sessionStorage.setItem(PREFIX + formKey, JSON.stringify(values));
  } catch {
    // A full or forbidden storage costs the draft, never the form.
  }
}

/** The kept draft, or null; a draft of another shape than the form is no draft. */
export function readDraft(formKey: string, fieldNames: readonly string[]): FormValues | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + formKey) ?? "null");
    if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return null;
    const values = kept as FormValues;
    return fieldNames.every((name) => name in values) ? values : null;
  } catch {
    return null;
  }
}

export function discardDraft(formKey: string): void {
  try {
    sessionStorage.removeItem(PREFIX + formKey);
  } catch {
    // Nothing kept, nothing to discard.
  }
}
