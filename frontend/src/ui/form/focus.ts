// Finds and focuses a form's field on the page.
const FOCUSABLE = "input:not([type=hidden]), textarea, select, button";

export function fieldId(formId: string, name: string): string {
  return `${formId}-${name}`;
}

export function focusField(formId: string, name: string): void {
  const element = document.getElementById(fieldId(formId, name));
  const control = element?.matches(FOCUSABLE)
    ? element
    : element?.querySelector<HTMLElement>(FOCUSABLE);
  control?.focus();
  control?.scrollIntoView?.({ block: "center" });
}

/** The name of the field in which an event happened, if any. */
export function fieldNameAt(target: EventTarget | null): string | null {
  const field = target instanceof Element ? target.closest<HTMLElement>("[data-field]") : null;
  return field?.dataset.field ?? null;
}
