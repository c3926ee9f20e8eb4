// The last visited records of the current user, and the last address of each page.
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import {
  recordIdOf,
  recordsOf,
  type StoredRecord,
  storeRecords,
  useStoredRecords,
} from "./storedRecords";

const KEY = "regie-recent";
const MAX_VISITS = 8;
const RECORD = /\/[0-9a-f-]{36}\/view$/;
const lastAddresses = new Map<string, string>();

/** Most recent first. */
export function useRecentRecords(user: string): readonly StoredRecord[] {
  return useStoredRecords(KEY, user);
}

/** The last address of a page: a list with its filters, for instance. */
export function lastAddressOf(path: string): string {
  return lastAddresses.get(path) ?? path;
}

function recordVisit(user: string, to: string, title: string): void {
  const others = recordsOf(KEY, user).filter((visit) => recordIdOf(visit.to) !== recordIdOf(to));
  storeRecords(KEY, user, [{ to, title }, ...others].slice(0, MAX_VISITS));
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
