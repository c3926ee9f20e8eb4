// Accepts every certain match of a kind in batches, and collects the refusals with their reasons.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import type { Batch, Match } from "../../../api/types";
import { acceptMatches, type ClientDefaults } from "./matchCalls";

/** At least a shared email address: equal names alone may be different people. */
const MIN_CERTAIN_SCORE = 95;
const PAGE_SIZE = 100;
const BATCH_SIZE = 50;

export type CertainFilter = {
  kind: Match["kind"];
  status: "proposed" | "unmatched";
  search: string;
};

/** A record of one service alone has no score. What a new client still lacks is asked once for all of them. */
export function certainQuery({ kind, status, search }: CertainFilter) {
  return {
    kind,
    search,
    status,
    ...(kind === "client" ? {} : { ready: true }),
    ...(status === "proposed" ? { min_score: MIN_CERTAIN_SCORE } : {}),
  };
}

export type RefusedMatch = { id: string; name: string; reason: string };
/** `fetched`: the matches that the dialog has read already. */
type Confirmed = {
  defaults: ClientDefaults | undefined;
  fetched: readonly Match[] | undefined;
};
type AcceptProgress = {
  state: "confirming" | "running" | "ended";
  /** Fewer than confirmed when other users decided some meanwhile. */
  total: number;
  accepted: number;
  refused: RefusedMatch[];
};

/** Fetches all matches first, so that only confirmed ones are accepted. */
export async function fetchCertain(filter: CertainFilter, limit: number): Promise<Match[]> {
  const found = new Map<string, Match>();
  for (let page = 1, last = 1; page <= last && found.size < limit; page += 1) {
    const query = { ...certainQuery(filter), per_page: PAGE_SIZE, page };
    const { data, meta } = await api.get("/matches", { query });
    for (const match of data) found.set(match.api_id, match);
    last = meta.last_page;
  }
  return [...found.values()].slice(0, limit);
}

function addResults(
  progress: AcceptProgress,
  batch: readonly Match[],
  results: Batch["results"],
): AcceptProgress {
  const refused = batch.flatMap(({ api_id, name }, position) => {
    const { status, message, errors } = results[position] ?? { status: 0, message: "", errors: {} };
    if (status === 201) return [];
    const reason = Object.values(errors)[0]?.[0] ?? message ?? "";
    return [{ id: api_id, name, reason }];
  });
  return {
    ...progress,
    accepted: progress.accepted + batch.length - refused.length,
    refused: [...progress.refused, ...refused],
  };
}

export function useAcceptAll(filter: CertainFilter, count: number) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<AcceptProgress>({
    state: "confirming",
    total: count,
    accepted: 0,
    refused: [],
  });
  const isStopped = useRef(false);

  const acceptAll = async ({ defaults, fetched }: Confirmed) => {
    setProgress((current) => ({ ...current, state: "running" }));
    const matches = fetched ?? (await fetchCertain(filter, count));
    setProgress((current) => ({ ...current, total: matches.length }));
    for (let start = 0; start < matches.length && !isStopped.current; start += BATCH_SIZE) {
      const batch = matches.slice(start, start + BATCH_SIZE);
      const results = await acceptMatches(filter.kind, batch, defaults);
      setProgress((current) => addResults(current, batch, results));
    }
  };
  /** A failed batch ends the run; the API client has shown the error. */
  const start = async (confirmed: Confirmed) => {
    try {
      await acceptAll(confirmed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setProgress((current) => ({ ...current, state: "ended" }));
      await queryClient.invalidateQueries({ queryKey: ["api"] });
    }
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { ...progress, start, stop };
}
