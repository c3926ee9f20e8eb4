// Accepts every certain match of a kind, a batch at a time, and keeps what was refused with its reason.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import type { Batch, Match } from "../../../api/types";
import { acceptMatches } from "./matchCalls";

/** A shared address, or more: a name alone could be somebody else's. */
const CERTAIN = 95;
const A_PAGE = 100;
const A_BATCH = 50;

export type CertainMatches = { kind: Match["kind"]; search: string };

export function certainQuery({ kind, search }: CertainMatches) {
  return { kind, search, status: "proposed", ready: true, min_score: CERTAIN } as const;
}

export type Refused = { id: string; name: string; reason: string };
type Course = {
  state: "asked" | "running" | "ended";
  /** Fewer than were asked about, where somebody else was quicker. */
  total: number;
  accepted: number;
  refused: Refused[];
};

/** All of them before the first is accepted, so that what is agreed to is what is done. */
async function readCertain(which: CertainMatches, most: number): Promise<Match[]> {
  const found = new Map<string, Match>();
  for (let page = 1, last = 1; page <= last && found.size < most; page += 1) {
    const query = { ...certainQuery(which), per_page: A_PAGE, page };
    const { data, meta } = await api.get("/matches", { query });
    for (const match of data) found.set(match.api_id, match);
    last = meta.last_page;
  }
  return [...found.values()].slice(0, most);
}

function after(course: Course, batch: readonly Match[], results: Batch["results"]): Course {
  const refused = batch.flatMap(({ api_id, name }, position) => {
    const { status, message, errors } = results[position] ?? { status: 0, message: "", errors: {} };
    if (status === 201) return [];
    const reason = Object.values(errors)[0]?.[0] ?? message ?? "";
    return [{ id: api_id, name, reason }];
  });
  return {
    ...course,
    accepted: course.accepted + batch.length - refused.length,
    refused: [...course.refused, ...refused],
  };
}

export function useAcceptAll(which: CertainMatches, asked: number) {
  const queryClient = useQueryClient();
  const [course, setCourse] = useState<Course>({
    state: "asked",
    total: asked,
    accepted: 0,
    refused: [],
  });
  const stopped = useRef(false);

  const acceptAll = async () => {
    setCourse((now) => ({ ...now, state: "running" }));
    const matches = await readCertain(which, asked);
    setCourse((now) => ({ ...now, total: matches.length }));
    for (let start = 0; start < matches.length && !stopped.current; start += A_BATCH) {
      const batch = matches.slice(start, start + A_BATCH);
      const results = await acceptMatches(which.kind, batch);
      setCourse((now) => after(now, batch, results));
    }
  };
  /** What the server refused as a whole has been said by then; what is done by then stays. */
  const start = async () => {
    try {
      await acceptAll();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setCourse((now) => ({ ...now, state: "ended" }));
      await queryClient.invalidateQueries({ queryKey: ["api"] });
    }
  };
  const stop = () => {
    stopped.current = true;
  };
  return { ...course, start, stop };
}
