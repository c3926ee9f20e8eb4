// What was visited last, for one person at a time: records by their names, and of every page its whole address.
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

export type Visit = { to: string; title: string };

const KEY = "regie-recent";
const MAX_VISITS = 8;
const RECORD = /\/[0-9a-f-]{36}\/(?:view|edit|billing|churn)$/;
const left = new Map<string, string>();

type StoredVisits = { user: string; visits: Visit[] };

function read(): Partial<StoredVisits> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<StoredVisits> | null) ?? {};
  } catch {
    return {};
  }
}

/** The last first; somebody else's are nobody's. */
export function visitsOf(user: string): Visit[] {
  const kept = read();
  return kept.user === user && Array.isArray(kept.visits) ? kept.visits : [];
}

/** Where a page was left: a list with its filters, for instance. */
export function addressOf(path: string): string {
  return left.get(path) ?? path;
}

function note(user: string, to: string, title: string): void {
  const others = visitsOf(user).filter((visit) => visit.to.split("/")[2] !== to.split("/")[2]);
  const kept: StoredVisits = { user, visits: [{ to, title }, ...others].slice(0, MAX_VISITS) };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A full or forbidden storage costs the memory, never the page.
  }
}

/** Noted when a page is left: by then its heading says what it is. */
export function useVisits(user: string): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onBeforeNavigate", ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        const { pathname, href } = fromLocation;
        left.set(pathname, href);
        const title = document.querySelector("h1[data-page-title]")?.textContent?.trim();
        if (title && RECORD.test(pathname)) note(user, pathname, title);
      }),
    [router, user],
  );
}
