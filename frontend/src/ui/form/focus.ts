// Finds a form's field on the page and puts the reader there.
const FOCUSABLE = "input:not([type=hidden]), textarea, select, button";

export function fieldId(formId: string, name: string): string {
  return `${formId}-${name}`;
}

export function focusField(formId: string, name: string): void {
  const found = document.getElementById(fieldId(formId, name));
  const control = found?.matches(FOCUSABLE) ? found : found?.querySelector<HTMLElement>(FOCUSABLE);
  control?.focus();
  control?.scrollIntoView?.({ block: "center" });
}

/** The field an event happened in, if any. */
export function fieldNameAt(target: EventTarget | null): string | null {
  const field = target instanceof Element ? target.closest<HTMLElement>("[data-field]") : null;
  return field?.dataset.field ?? null;
}
