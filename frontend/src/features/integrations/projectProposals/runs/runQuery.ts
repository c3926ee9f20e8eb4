// Polls the run that decides about all projects of a list, while it is under way.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "../../../../api/client";
import { ApiError } from "../../../../api/errors";
import { dataQuery, resourceKey } from "../../../../api/queries";
import type { Body } from "../../../../api/wire";

const POLL_MS = 1_500;
const PATH = "/project-proposal-run";

/** The last run; when it ends, everything that it changed is read again. */
export function useRun() {
  const client = useQueryClient();
  const { data } = useQuery({
    ...dataQuery(PATH),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? POLL_MS : false),
  });
  const before = useRef(data?.status);
  useEffect(() => {
    const hasEnded = before.current === "running" && data?.status !== "running";
    before.current = data?.status;
    if (hasEnded) void client.invalidateQueries({ queryKey: ["api"] });
  }, [data?.status, client]);
  return data;
}

/** Starts or stops a run; the page shows why it was refused. */
export function useRunCalls() {
  const client = useQueryClient();
  const send = async (call: () => Promise<unknown>) => {
    try {
      await call();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      await client.invalidateQueries({ queryKey: resourceKey(PATH) });
    }
  };
  return {
    start: (body: Body<"/project-proposal-runs", "post">) =>
      send(() => api.post("/project-proposal-runs", body)),
    stop: () => send(() => api.delete(PATH)),
  };
}
