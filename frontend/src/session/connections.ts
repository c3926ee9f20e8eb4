// Reads the state of the connections to the outside services.
import { useQuery } from "@tanstack/react-query";
import { dataQuery, runIf } from "../api/queries";
import type { Connection, Service } from "../api/types";
import { usePermissions } from "./permissions";

export const connectionsQuery = dataQuery("/connections");

const POLL_INTERVAL_MS = 2_500;

/** Polls only while a service is synchronizing. */
export function pollInterval(connections: readonly Connection[] | undefined): number | false {
  return connections?.some(({ state }) => state === "running") ? POLL_INTERVAL_MS : false;
}

const synchronizationsQuery = dataQuery("/synchronizations");

/** The time of a service's last successful synchronization; undefined while it loads. */
export function useLastSuccess(service: Service): string | null | undefined {
  const { data } = useQuery(synchronizationsQuery);
  return data?.find((row) => row.service === service)?.last_success_at;
}

/** The connection of a service; undefined while it loads and without the permission to see it. */
export function useConnection(service: Service): Connection | undefined {
  const { can } = usePermissions();
  const { data } = useQuery({ ...connectionsQuery, ...runIf(can("connections.view")) });
  return data?.find((connection) => connection.service === service);
}

const PROBLEM_STATES: ReadonlySet<Connection["state"]> = new Set([
  "stale",
  "needs_attention",
  "off",
]);

/** The data of the service is shown with its age, but nothing newer arrives for now. */
export function hasProblem({ state }: Connection): boolean {
  return PROBLEM_STATES.has(state);
}

/** Polls rarely: the mark in the menu may be a minute late. */
const MARK_INTERVAL_MS = 60_000;

/** The services that were connected and no longer deliver their data, for those who may see connections. */
export function useFailedConnections(): readonly Connection[] {
  const { can } = usePermissions();
  const { data } = useQuery({
    ...connectionsQuery,
    ...runIf(can("connections.view")),
    staleTime: MARK_INTERVAL_MS,
    refetchInterval: MARK_INTERVAL_MS,
  });
  return data?.filter(hasFailed) ?? [];
}

export function useHasConnectionProblem(): boolean {
  return useFailedConnections().length > 0;
}

/** Unlike a connection that is switched off, one that fails needs attention. */
function hasFailed({ state }: Connection): boolean {
  return state === "stale" || state === "needs_attention";
}
