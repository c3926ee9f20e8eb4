// Gives the focus back to what opened a dialogue that is there only while it is open, or to what stands where that stood.
import { useEffect, useState } from "react";

const ACTIONS = "a[href], button:not(:disabled)";
const HEADINGS = "h1, h2, h3, h4";

/** Where something is on the page, so that its place is found when it is gone. */
type Place = {
  rows: Element | null;
  row: number;
  /** From the nearest on. */
  around: readonly Element[];
};

function placeOf(element: Element | null): Place {
  const row = element?.closest("li, tr");
  const rows = row?.parentElement ?? null;
  const around: Element[] = [];
  for (let one = element?.parentElement; one; one = one.parentElement) around.push(one);
  return { rows, row: row && rows ? [...rows.children].indexOf(row) : 0, around };
}

/** What can be done with the record that has come up, else the heading of what it was in, else the page's. */
function standingAt({ rows, row, around }: Place): HTMLElement | null {
  const now = rows?.isConnected ? (rows.children[row] ?? rows.lastElementChild) : null;
  const action = [...(now?.querySelectorAll<HTMLElement>(ACTIONS) ?? [])].at(-1);
  if (action) return action;
  const near = around.find((one) => one.isConnected && one.querySelector(HEADINGS));
  const title = "[data-page-title]";
  return (near ?? document).querySelector<HTMLElement>(
    near?.matches("main, body, html") ? title : HEADINGS,
  );
}

function focusPlace(place: Place): void {
  if (document.activeElement !== document.body) return;
  const found = standingAt(place);
  if (found?.matches(HEADINGS)) found.tabIndex = -1;
  found?.focus();
}

/** A saved change takes away the very row it was opened from, a moment after: the focus goes on from there. */
function stayBy(opener: HTMLElement, place: Place): void {
  opener.focus();
  const watch = new MutationObserver(() => {
    if (opener.isConnected) return;
    stop();
    focusPlace(place);
  });
  const stop = () => {
    watch.disconnect();
    document.removeEventListener("focusin", stop);
  };
  watch.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", stop);
}

/** Mantine gives it back only to what was there before a dialogue that opens after its first drawing. */
export function useRestoreFocus(): void {
  const [[opener, place]] = useState(() => {
    const active = document.activeElement;
    return [active, placeOf(active)] as const;
  });
  useEffect(
    () => () => {
      const isThere = opener instanceof HTMLElement && opener !== document.body;
      if (isThere && opener.isConnected) stayBy(opener, place);
      else focusPlace(place);
    },
    [opener, place],
  );
}
