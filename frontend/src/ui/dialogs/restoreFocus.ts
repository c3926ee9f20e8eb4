// Returns the focus to the opener of a dialog that unmounts on close, or to what replaced the opener.
import { useEffect, useState } from "react";

const ACTIONS = "a[href], button:not(:disabled)";
const HEADINGS = "h1, h2, h3, h4";

/** A position on the page that can be found after its element is removed. */
type PagePosition = {
  rows: Element | null;
  row: number;
  /** The ancestors, nearest first. */
  ancestors: readonly Element[];
};

function findPosition(element: Element | null): PagePosition {
  const row = element?.closest("li, tr");
  const rows = row?.parentElement ?? null;
  const ancestors: Element[] = [];
  for (let ancestor = element?.parentElement; ancestor; ancestor = ancestor.parentElement)
    ancestors.push(ancestor);
  return { rows, row: row && rows ? [...rows.children].indexOf(row) : 0, ancestors };
}

/** The last action of the row in that position; else the heading of the container; else the page's heading. */
function findReplacement({ rows, row, ancestors }: PagePosition): HTMLElement | null {
  const currentRow = rows?.isConnected ? (rows.children[row] ?? rows.lastElementChild) : null;
  const action = [...(currentRow?.querySelectorAll<HTMLElement>(ACTIONS) ?? [])].at(-1);
  if (action) return action;
  const container = ancestors.find(
    (ancestor) => ancestor.isConnected && ancestor.querySelector(HEADINGS),
  );
  const title = "[data-page-title]";
  return (container ?? document).querySelector<HTMLElement>(
    container?.matches("main, body, html") ? title : HEADINGS,
  );
}

function focusReplacement(position: PagePosition): void {
  if (document.activeElement !== document.body) return;
  const target = findReplacement(position);
  if (target?.matches(HEADINGS)) target.tabIndex = -1;
  target?.focus();
}

/** A saved change may remove the opener's row a moment later: the focus then moves to what replaced it. */
function returnFocus(opener: HTMLElement, position: PagePosition): void {
  opener.focus();
  const observer = new MutationObserver(() => {
    if (opener.isConnected) return;
    stop();
    focusReplacement(position);
  });
  const stop = () => {
    observer.disconnect();
    document.removeEventListener("focusin", stop);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", stop);
}

/** Mantine returns the focus only for dialogs that are mounted before they open. */
export function useRestoreFocus(): void {
  const [[opener, position]] = useState(() => {
    const active = document.activeElement;
    return [active, findPosition(active)] as const;
  });
  useEffect(
    () => () => {
      const canFocus = opener instanceof HTMLElement && opener !== document.body;
      if (canFocus && opener.isConnected) returnFocus(opener, position);
      else focusReplacement(position);
    },
    [opener, position],
  );
}
