// The page's address: what kind of thing is looked at, in which state, and that list's search and page.
import type { Match } from "../../api/types";
import { readLater } from "../../ui/table/laterSearch";
import type { ListDescription } from "../../ui/table/listDescription";
import type { ListSearch } from "../../ui/table/listSearch";

export const KINDS = ["client", "person", "project"] as const satisfies readonly Match["kind"][];

export const STATUSES = [
  "proposed",
  "unmatched",
  "ignored",
  "matched",
] as const satisfies readonly Match["status"][];

export type MatchingSearch = ListSearch & {
  tab?: Match["kind"] | undefined;
  status?: Match["status"] | undefined;
};

export const matchesList: ListDescription = {
  path: "/matches",
  needs: "matching.view",
  columns: [],
  filters: [],
};

export function statusOf({ status }: { status?: unknown }): Match["status"] {
  return STATUSES.find((known) => known === status) ?? "proposed";
}

/** Clients that are proposed are what the bare address shows. */
export function readMatchingSearch(raw: Record<string, unknown>): MatchingSearch {
  const tab = KINDS.find((kind) => kind === raw.tab) ?? "client";
  const status = statusOf(raw);
  const { tab: _, status: __, ...list } = readLater(raw);
  return {
    ...list,
    ...(tab === "client" ? {} : { tab }),
    ...(status === "proposed" ? {} : { status }),
  };
}
