// Runs single-letter shortcuts. A control with `aria-keyshortcuts` is clicked or focused.
import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { itemQuery } from "../../../api/queries";
import type { ProjectKind } from "../../../api/types";
import { lastAddressOf } from "./visits";

type ShortcutContext = {
  router: AnyRouter;
  queryClient: QueryClient;
  /** The addresses that the user may open. */
  pages: readonly string[];
  showSheet: () => void;
};

const SEQUENCE_TIMEOUT_MS = 1_500;
const DESTINATIONS: Readonly<Record<string, string>> = {
  h: "/",
  d: "/dashboard",
  c: "/clients",
  p: "/projects/fixed",
  i: "/invoices",
  t: "/teams",
};
const OVERLAYS = "dialog[open], [role=dialog], [role=menu]";
const ROWS = "main tbody tr:has(a), main ul[aria-label] > li:has(a)";
const ID = "[0-9a-f-]{36}";

let goPressedAt = Number.NEGATIVE_INFINITY;

/** Handles a key, unless a dialog or menu is open. */
export function runShortcut(key: string, context: ShortcutContext): void {
  if (document.querySelector(OVERLAYS)) return;
  const isDestination = performance.now() - goPressedAt < SEQUENCE_TIMEOUT_MS;
  goPressedAt = Number.NEGATIVE_INFINITY;
  if (isDestination) openPage(DESTINATIONS[key], context);
  else if (key === "g") goPressedAt = performance.now();
  else if (key === "?") context.showSheet();
  else if (key === "j") moveFocus(1);
  else if (key === "k") moveFocus(-1);
  else if (key === "x") selectRow();
  else if (key === "Escape") goUp(context);
  else if (key === "[") pressControl(key, document);
  else if (!pressControl(key, focusedRow() ?? null))
    pressControl(key, document.querySelector("main"));
}

function openPage(to: string | undefined, { router, pages }: ShortcutContext): void {
  if (to !== undefined && pages.includes(to)) void router.navigate({ to });
}

/** Presses a control of the page; the sidebar's is outside the page. */
function pressControl(key: string, within: ParentNode | null): boolean {
  const control = within?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  if (!control) return false;
  if (control instanceof HTMLInputElement) control.focus();
  else control.click();
  return true;
}

function rowIndexOf(element: Element | null): number {
  return [...document.querySelectorAll(ROWS)].findIndex((row) => row.contains(element));
}

/** A row has its own controls, such as those of the triage list. */
function focusedRow(): Element | undefined {
  return document.querySelectorAll(ROWS)[rowIndexOf(document.activeElement)];
}

/** Focuses the link of the next row. */
function moveFocus(step: number): void {
  const rows = [...document.querySelectorAll(ROWS)];
  const index = rowIndexOf(document.activeElement);
  const next = rows[index < 0 ? 0 : Math.min(Math.max(index + step, 0), rows.length - 1)];
  next?.querySelector("a")?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function selectRow(): void {
  focusedRow()?.querySelector<HTMLElement>("input[type=checkbox]")?.click();
}

/** Opens the list from a record, and the record from its form. */
function goUp({ router, queryClient }: ShortcutContext): void {
  const { pathname } = router.state.location;
  const parent = parentOf(pathname, (id) => projectKindOf(queryClient, id));
  if (parent !== null) void router.navigate({ href: lastAddressOf(parent) });
}

export function parentOf(path: string, kindOfProject: (id: string) => string): string | null {
  const [, list, id, screen] = path.match(`^(.+?)/(?:(${ID})/)?(\\w+)$`) ?? [];
  if (!list || !screen) return null;
  const isForm = id !== undefined && screen !== "view";
  if (isForm) return `${list}/${id}/view`;
  if (id === undefined && screen !== "create") return null;
  return list === "/projects" ? `/projects/${id ? kindOfProject(id) : "fixed"}` : list;
}

/** The project is on the screen, so it is in the cache. */
function projectKindOf(queryClient: QueryClient, id: string): ProjectKind {
  return queryClient.getQueryData(itemQuery("/projects/{id}", id).queryKey)?.kind ?? "fixed";
}
