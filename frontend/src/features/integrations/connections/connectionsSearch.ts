// The page's address: its open tab with that tab's list, an open form, and what QuickBooks adds when it sends back.
import type { Service } from "../../../api/types";
import { SERVICE_NAMES } from "../../../lib/services";
import type { ScreenSearch } from "../../../ui/links/screenSearch";
import { readRawSearch } from "../../../ui/table/rawSearch";
import { readTabSearch } from "../../../ui/table/tabSearch";

export type ConsentReturn = { code?: string; state?: string; realmId?: string; error?: string };
export type ConnectionsSearch = ScreenSearch & ConsentReturn;

const readTab = readTabSearch({ history: readRawSearch });

export function isService(value: unknown): value is Service {
  return typeof value === "string" && Object.hasOwn(SERVICE_NAMES, value);
}

/** A company's number is longer than a number of JavaScript is exact: it is taken as it was written. */
function asWritten(name: string, value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "number") return undefined;
  return new URLSearchParams(window.location.search).get(name) ?? undefined;
}

export function readConnectionsSearch(raw: Record<string, unknown>): ConnectionsSearch {
  const tab = readTab(raw);
  if (tab.tab !== undefined) return tab;
  const returned = (["code", "state", "realmId", "error"] as const).flatMap((name) => {
    const value = asWritten(name, raw[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...(isService(raw.edit) ? { edit: raw.edit } : {}),
    ...Object.fromEntries(returned),
  };
}
