// What people decide about matches, as calls.
import { api } from "../../../api/client";
import { dataQuery } from "../../../api/queries";
import { NewClientValues } from "../../../api/shapes/NewClient.gen";
import type { Batch, Match, MatchCreate, MatchRecord } from "../../../api/types";
import type { Body } from "../../../api/wire";

export const countsQuery = dataQuery("/match-counts");

type Choice = MatchCreate["records"][number];

/** With the version that the reader saw; what via_parent its parent is not chosen by itself. */
export function choicesOf(records: readonly MatchRecord[]): Choice[] {
  return records
    .filter((part) => !part.via_parent)
    .map(({ service, external_id, version }) => ({ service, external_id, version }));
}

/** What a new one of ours begins with, under the name that the call has for its kind; nothing while some of it is missing. */
function newOne({ kind, draft }: Match): Partial<MatchCreate> {
  if (draft === null) return {};
  const { name, account_manager, first_name, last_name, email } = draft;
  if (kind !== "client")
    return first_name && last_name && email ? { employee: { first_name, last_name, email } } : {};
  const currency = NewClientValues.currency.find((known) => known === draft.currency);
  return account_manager && currency
    ? { client: { name, account_manager: account_manager.api_id, currency } }
    : {};
}

/** Just as it is proposed. */
function asProposed(match: Match): Omit<MatchCreate, "kind"> {
  const { records, target } = match;
  const ours = target === null ? newOne(match) : { target: target.api_id };
  return { records: choicesOf(records), ...ours };
}

export function acceptMatch(match: Match): Promise<unknown> {
  return api.post("/matches", { kind: match.kind, ...asProposed(match) });
}

/** Each is accepted or refused by itself, in the order in which they are named. */
export async function acceptMatches(
  kind: Match["kind"],
  matches: readonly Match[],
): Promise<Batch["results"]> {
  const body = { kind, matches: matches.map(asProposed) };
  return (await api.post("/match-batches", body)).data.results;
}

export function linkPart(match: Match, part: MatchRecord): Promise<unknown> {
  const { kind, target } = match;
  return api.post("/matches", {
    kind,
    records: choicesOf([part]),
    ...(target && { target: target.api_id }),
  });
}

export function unlinkPart({ kind }: Match, { service, external_id }: MatchRecord): Promise<void> {
  return api.delete("/matches/{kind}/{service}/{id}", {
    params: { kind, service, id: external_id },
  });
}

type Deciding = Body<"/match-decisions", "post">;
export type Decision = Deciding["decision"];

/** About the records against the others of their match; without others, about the records alone. */
export type Decided = Omit<Deciding, "decision">;

export function decide(decision: Decision, decided: Decided): Promise<unknown> {
  return api.post("/match-decisions", { decision, ...decided });
}

export function partAgainstRest(match: Match, part: MatchRecord): Decided {
  const others = match.records.filter((other) => other !== part);
  return {
    kind: match.kind,
    records: choicesOf([part]),
    others: choicesOf(others),
    target: match.target?.api_id ?? null,
  };
}

export function allRecords({ kind, records }: Match): Decided {
  return { kind, records: choicesOf(records) };
}
