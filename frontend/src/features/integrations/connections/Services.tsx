// The services as cards; while one is being read, all are asked for again and again.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Connection } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { connectionsQuery, pollInterval } from "../../../session/connections";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { ConnectionCard } from "./ConnectionCard";
import classes from "./Connections.module.css";

/** A run that ended has changed what other screens show. */
function useEndsOfRuns(connections: readonly Connection[] | undefined): void {
  const queryClient = useQueryClient();
  const running = connections?.filter(({ state }) => state === "running").length;
  const before = useRef(running);
  useEffect(() => {
    const hasEnded =
      running !== undefined && before.current !== undefined && running < before.current;
    before.current = running;
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: ["api"] });
  }, [running, queryClient]);
}

export function Services() {
  const t = useTranslate();
  const { data, isError, refetch } = useQuery({
    ...connectionsQuery,
    refetchInterval: ({ state }) => pollInterval(state.data),
  });
  useEndsOfRuns(data);
  if (data === undefined) return isError ? <LoadFailure retry={refetch} /> : <DetailSkeleton />;
  return (
    <ul className={classes.services} aria-label={t("connections.services")}>
      {data.map((connection) => (
        <ConnectionCard key={connection.service} connection={connection} />
      ))}
    </ul>
  );
}
