// What each single letter does. A control that has a letter of its own says so (`aria-keyshortcuts`) and is pressed for it.
import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { itemQuery } from "../../../api/queries";
import type { ProjectKind } from "../../../api/types";
import { addressOf } from "./visits";

type Tools = {
  router: AnyRouter;
  queryClient: QueryClient;
  /** The addresses that this person may go to. */
  pages: readonly string[];
  showSheet: () => void;
};

const GO_WITHIN_MS = 1_500;
const PLACES: Readonly<Record<string, string>> = {
  h: "/",
  d: "/dashboard",
  c: "/clients",
  p: "/projects/fixed",
  i: "/invoices",
  t: "/teams",
};
const OVER_THE_PAGE = "dialog[open], [role=dialog], [role=menu]";
const ROWS = "main tbody tr:has(a), main ul[aria-label] > li:has(a)";
const ID = "[0-9a-f-]{36}";

let wentAt = Number.NEGATIVE_INFINITY;

/** One more key; those over a dialogue or a menu are its own. */
export function press(key: string, tools: Tools): void {
  if (document.querySelector(OVER_THE_PAGE)) return;
  const isGoing = performance.now() - wentAt < GO_WITHIN_MS;
  wentAt = Number.NEGATIVE_INFINITY;
  if (isGoing) go(PLACES[key], tools);
  else if (key === "g") wentAt = performance.now();
  else if (key === "?") tools.showSheet();
  else if (key === "j") moveBy(1);
  else if (key === "k") moveBy(-1);
  else if (key === "x") selectRow();
  else if (key === "Escape") goUp(tools);
  else pressControl(key);
}

function go(to: string | undefined, { router, pages }: Tools): void {
  if (to !== undefined && pages.includes(to)) void router.navigate({ to });
}

function pressControl(key: string): void {
  const control = document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${key}"]`);
  if (control instanceof HTMLInputElement) control.focus();
  else control?.click();
}

function rowOf(element: Element | null): number {
  return [...document.querySelectorAll(ROWS)].findIndex((row) => row.contains(element));
}

/** To the next row's link, or the first one's: from there Enter opens it, as any link. */
function moveBy(step: number): void {
  const rows = [...document.querySelectorAll(ROWS)];
  const at = rowOf(document.activeElement);
  const next = rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)];
  next?.querySelector("a")?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function selectRow(): void {
  const row = document.querySelectorAll(ROWS)[rowOf(document.activeElement)];
  row?.querySelector<HTMLElement>("input[type=checkbox]")?.click();
}

/** From a record to its list, from its form to the record; there is nothing above a list. */
function goUp({ router, queryClient }: Tools): void {
  const { pathname } = router.state.location;
  const parent = parentOf(pathname, (id) => kindOf(queryClient, id));
  if (parent !== null) void router.navigate({ href: addressOf(parent) });
}

export function parentOf(path: string, kindOfProject: (id: string) => string): string | null {
  const [, list, id, screen] = path.match(`^(.+?)/(?:(${ID})/)?(\\w+)$`) ?? [];
  if (!list || !screen) return null;
  const isForm = id !== undefined && screen !== "view";
  if (isForm) return `${list}/${id}/view`;
  if (id === undefined && screen !== "create") return null;
  return list === "/projects" ? `/projects/${id ? kindOfProject(id) : "fixed"}` : list;
}

/** The project is on the screen, so its kind has been read. */
function kindOf(queryClient: QueryClient, id: string): ProjectKind {
  return queryClient.getQueryData(itemQuery("/projects/{id}", id).queryKey)?.kind ?? "fixed";
}
