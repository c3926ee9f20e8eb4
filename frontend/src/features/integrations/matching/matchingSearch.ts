// The page's search parameters: kind, status, and those of the list.
import { listMatches } from "../../../api/shapes/listMatches.gen";
import type { Match } from "../../../api/types";
import type { ScreenSearch } from "../../../ui/links/screenSearch";
import { readRawSearch } from "../../../ui/table/rawSearch";

export const { kind: KINDS, status: STATUSES } = listMatches.values;

export type MatchingSearch = Omit<ScreenSearch, "tab"> & {
  tab?: Match["kind"] | undefined;
  status?: Match["status"] | undefined;
};

export function statusOf({ status }: { status?: unknown }): Match["status"] {
  return STATUSES.find((known) => known === status) ?? "proposed";
}

/** Omits the defaults: proposed clients. */
export function parseMatchingSearch(raw: Record<string, unknown>): MatchingSearch {
  const tab = KINDS.find((kind) => kind === raw.tab) ?? "client";
  const status = statusOf(raw);
  const { tab: _, ...list } = readRawSearch({ ...raw, status: undefined });
  return {
    ...list,
    ...(tab === "client" ? {} : { tab }),
    ...(status === "proposed" ? {} : { status }),
  };
}
