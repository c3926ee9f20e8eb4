// What deciding about everything that a list shows applies to: creating, ignoring and restoring.
import { ProposalRunCreateValues } from "../../../../api/shapes/ProposalRunCreate.gen";
import type { Body } from "../../../../api/wire";
import { type ListSearch, listQuery } from "../../../../ui/table/listSearch";
import { projectProposalsList } from "../projectProposalsList";

type RunAction = (typeof ProposalRunCreateValues.action)[number];
type RunFilters = Omit<
  Body<"/project-proposal-runs", "post">,
  "action" | "undoes" | "runs_from" | "runs_to" | "sold_from" | "sold_to"
> & { readonly [day in "runs_from" | "runs_to" | "sold_from" | "sold_to"]?: string };
export interface RunOffer {
  action: RunAction;
  filters: RunFilters;
}

const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** The complete projects that the list shows, or those that are ready, can be created; the shown ones ignored or restored. */
export function runOffers(search: ListSearch): RunOffer[] {
  const shown = listQuery(projectProposalsList, search);
  const { page: _, per_page: __, sort: ___, state, kind, client, certainty, ...others } = shown;
  const named = listOf(certainty);
  const filters = (levels: readonly unknown[]) =>
    ({
      ...others,
      kind: listOf(kind),
      client: listOf(client),
      certainty: levels,
    }) as RunFilters;
  const states = listOf(state);
  if (states.length === 1 && states[0] === "ignored")
    return [{ action: "restore", filters: filters(named) }];
  if (states.length > 0 && !states.includes("open")) return [];
  const levels = ProposalRunCreateValues.certainty.filter(
    (level) => level !== "low" && (named.length === 0 ? level === "high" : named.includes(level)),
  );
  // Without a filter, ignoring would empty the list.
  const isFiltered = [...named, ...listOf(kind), ...listOf(client), ...Object.values(others)].some(
    (value) => value !== undefined && value !== "",
  );
  return [
    ...(levels.length > 0 ? [{ action: "create" as const, filters: filters(levels) }] : []),
    ...(isFiltered ? [{ action: "ignore" as const, filters: filters(named) }] : []),
  ];
}
