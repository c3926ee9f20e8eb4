// The calls that decide about matches.
import { api } from "../../../api/client";
import { dataQuery } from "../../../api/queries";
import { NewClientValues } from "../../../api/shapes/NewClient.gen";
import type { Batch, Match, MatchCreate, MatchRecord } from "../../../api/types";
import type { Body } from "../../../api/wire";

export const countsQuery = dataQuery("/match-counts");

type PartReference = MatchCreate["records"][number];

/** References with the displayed version; a part that via_parent its parent is not sent. */
export function toReferences(records: readonly MatchRecord[]): PartReference[] {
  return records
    .filter((part) => !part.via_parent)
    .map(({ service, external_id, version }) => ({ service, external_id, version }));
}

/** What new clients get whose records do not say it. */
export type ClientDefaults = { accountManager: string; currency: string };

/** The new client or employee of a match; empty while a required value is missing. */
function newRecord({ kind, draft }: Match, defaults?: ClientDefaults): Partial<MatchCreate> {
  if (draft === null) return {};
  const { name, account_manager, first_name, last_name, email } = draft;
  if (kind !== "client")
    return first_name && last_name && email ? { employee: { first_name, last_name, email } } : {};
  const manager = account_manager?.api_id ?? defaults?.accountManager;
  const code = draft.currency ?? defaults?.currency;
  const currency = NewClientValues.currency.find((known) => known === code);
  return manager && currency ? { client: { name, account_manager: manager, currency } } : {};
}

/** The match without changes to the proposal. */
function toProposal(match: Match, defaults?: ClientDefaults): Omit<MatchCreate, "kind"> {
  const { records, target } = match;
  const record = target === null ? newRecord(match, defaults) : { target: target.api_id };
  return { records: toReferences(records), ...record };
}

export function acceptMatch(match: Match): Promise<unknown> {
  return api.post("/matches", { kind: match.kind, ...toProposal(match) });
}

/** Returns one result per match, in the same order. */
export async function acceptMatches(
  kind: Match["kind"],
  matches: readonly Match[],
  defaults?: ClientDefaults,
): Promise<Batch["results"]> {
  const body = { kind, matches: matches.map((match) => toProposal(match, defaults)) };
  return (await api.post("/match-batches", body)).data.results;
}

export function linkPart(match: Match, part: MatchRecord): Promise<unknown> {
  const { kind, target } = match;
  return api.post("/matches", {
    kind,
    records: toReferences([part]),
    ...(target && { target: target.api_id }),
  });
}

export function unlinkPart({ kind }: Match, { service, external_id }: MatchRecord): Promise<void> {
  return api.delete("/matches/{kind}/{service}/{id}", {
    params: { kind, service, id: external_id },
  });
}

type DecisionBody = Body<"/match-decisions", "post">;
export type Decision = DecisionBody["decision"];

/** The records of a decision, and the other records that it separates them from. */
export type DecisionSubject = Omit<DecisionBody, "decision">;

export function decide(decision: Decision, subject: DecisionSubject): Promise<unknown> {
  return api.post("/match-decisions", { decision, ...subject });
}

export function partAgainstRest(match: Match, part: MatchRecord): DecisionSubject {
  const others = match.records.filter((other) => other !== part);
  return {
    kind: match.kind,
    records: toReferences([part]),
    others: toReferences(others),
    target: match.target?.api_id ?? null,
  };
}

export function allRecords({ kind, records }: Match): DecisionSubject {
  return { kind, records: toReferences(records) };
}
