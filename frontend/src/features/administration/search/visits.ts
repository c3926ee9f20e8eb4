// The last visited records of the current user, and the last address of each page.
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

export type Visit = { to: string; title: string };

const KEY = "regie-recent";
const MAX_VISITS = 8;
const RECORD = /\/[0-9a-f-]{36}\/(?:view|edit|billing|churn)$/;
const lastAddresses = new Map<string, string>();

type StoredVisits = { user: string; visits: Visit[] };

function readStored(): Partial<StoredVisits> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<StoredVisits> | null) ?? {};
  } catch {
    return {};
  }
}

/** Most recent first; visits of another user are ignored. */
export function visitsOf(user: string): Visit[] {
  const stored = readStored();
  return stored.user === user && Array.isArray(stored.visits) ? stored.visits : [];
}

/** The last address of a page: a list with its filters, for instance. */
export function lastAddressOf(path: string): string {
  return lastAddresses.get(path) ?? path;
}

function recordVisit(user: string, to: string, title: string): void {
  const others = visitsOf(user).filter((visit) => visit.to.split("/")[2] !== to.split("/")[2]);
  const stored: StoredVisits = { user, visits: [{ to, title }, ...others].slice(0, MAX_VISITS) };
  try {
    localStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // Visits are optional: ignore full or blocked storage.
  }
}

/** Records a visit when the user leaves the page, when its heading is loaded. */
export function useVisits(user: string): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onBeforeNavigate", ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        const { pathname, href } = fromLocation;
        lastAddresses.set(pathname, href);
        const title = document.querySelector("h1[data-page-title]")?.textContent?.trim();
        if (title && RECORD.test(pathname)) recordVisit(user, pathname, title);
      }),
    [router, user],
  );
}
