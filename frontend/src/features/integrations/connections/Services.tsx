// The connections as cards; polls while a synchronization runs.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Connection } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { connectionsQuery, pollInterval } from "../../../session/connections";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { ConnectionCard } from "./ConnectionCard";
import classes from "./Connections.module.css";

/** Refetches all data when a run ends. */
function useRefetchAfterRuns(connections: readonly Connection[] | undefined): void {
  const queryClient = useQueryClient();
  const running = connections?.filter(({ state }) => state === "running").length;
  const previous = useRef(running);
  useEffect(() => {
    const hasEnded =
      running !== undefined && previous.current !== undefined && running < previous.current;
    previous.current = running;
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: ["api"] });
  }, [running, queryClient]);
}

export function Services() {
  const t = useTranslate();
  const { data, isError, refetch } = useQuery({
    ...connectionsQuery,
    refetchInterval: ({ state }) => pollInterval(state.data),
  });
  useRefetchAfterRuns(data);
  if (data === undefined) return isError ? <LoadFailure retry={refetch} /> : <DetailSkeleton />;
  return (
    <ul className={classes.services} aria-label={t("connections.services")}>
      {data.map((connection) => (
        <ConnectionCard key={connection.service} connection={connection} />
      ))}
    </ul>
  );
}
