// The page's search parameters: tab with its list, open form, and those that QuickBooks adds to the redirect.
import type { Service } from "../../../api/types";
import { readDay } from "../../../lib/dates";
import { SERVICE_NAMES } from "../../../lib/services";
import type { ScreenSearch } from "../../../ui/links/screenSearch";
import { readRawSearch } from "../../../ui/table/rawSearch";
import { readTabSearch } from "../../../ui/table/tabSearch";

export type ConsentReturn = { code?: string; state?: string; realmId?: string; error?: string };
export type ConnectionsSearch = ScreenSearch & ConsentReturn;

const parseTab = readTabSearch({ history: readRawSearch });

export function isService(value: unknown): value is Service {
  return typeof value === "string" && Object.hasOwn(SERVICE_NAMES, value);
}

/** A company's number exceeds the exact integers of JavaScript: reads its digits from the address. */
function originalText(name: string, value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "number") return undefined;
  return new URLSearchParams(window.location.search).get(name) ?? undefined;
}

export function parseConnectionsSearch(raw: Record<string, unknown>): ConnectionsSearch {
  const tab = parseTab(raw);
  if (tab.tab !== undefined) return tab;
  const returned = (["code", "state", "realmId", "error"] as const).flatMap((name) => {
    const value = originalText(name, raw[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  const day = readDay(raw.synced_before);
  return {
    ...(isService(raw.edit) ? { edit: raw.edit } : {}),
    ...(day === undefined ? {} : { synced_before: day }),
    ...Object.fromEntries(returned),
  };
}
