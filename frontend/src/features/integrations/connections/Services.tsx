// The connections as cards; polls while a synchronization runs.

import { Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Connection } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { businessDay, formatDate } from "../../../lib/dates";
import { connectionsQuery, pollInterval } from "../../../session/connections";
import { useCurrentUser } from "../../../session/currentUser";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import uiClasses from "../../../ui/ui.module.css";
import { ConnectionCard } from "./ConnectionCard";
import classes from "./Connections.module.css";
import type { ConnectionsSearch } from "./connectionsSearch";

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
  const locale = useLocale();
  const { data, isError, refetch } = useQuery({
    ...connectionsQuery,
    refetchInterval: ({ state }) => pollInterval(state.data),
  });
  useRefetchAfterRuns(data);
  const { synced_before: day }: ConnectionsSearch = useSearch({ strict: false });
  const { timezone } = useCurrentUser().organization;
  if (data === undefined) return isError ? <LoadFailure retry={refetch} /> : <DetailSkeleton />;
  // A service that is off and was never synchronized is not in use.
  const isShown = ({ last_success_at: at, state }: Connection) =>
    day === undefined ||
    (at === null ? state !== "off" : businessDay(new Date(at), timezone) < day);
  const shown = data.filter(isShown);
  return (
    <>
      {day && (
        <>
          <Text size="sm">{t("connections.synced_before", { day: formatDate(day, locale) })}</Text>
          <Text size="sm" mb="sm">
            <Link to="." search={{}} className={uiClasses.link}>
              {t("connections.show_all")}
            </Link>
          </Text>
        </>
      )}
      {shown.length === 0 && <Text>{t("connections.synced_all")}</Text>}
      {shown.length > 0 && (
        <ul className={classes.services} aria-label={t("connections.services")}>
          {shown.map((connection) => (
            <ConnectionCard key={connection.service} connection={connection} />
          ))}
        </ul>
      )}
    </>
  );
}
