// The outside services as every room knows them: how each is doing.
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../api/queries";
import type { Connection, Service } from "../api/types";
import { usePermissions } from "./permissions";

export const connectionsQuery = dataQuery("/connections");

const WATCH_EVERY_MS = 2_500;

/** While a service is being read, its progress is asked for again and again; otherwise never. */
export function watchInterval(connections: readonly Connection[] | undefined): number | false {
  return connections?.some(({ state }) => state === "running") ? WATCH_EVERY_MS : false;
}

/** How a service is doing; undefined until it is known, and for those who may not know it. */
export function useConnection(service: Service): Connection | undefined {
  const { may } = usePermissions();
  const { data } = useQuery({ ...connectionsQuery, enabled: may("connections.view") });
  return data?.find((connection) => connection.service === service);
}

const TROUBLED: ReadonlySet<Connection["state"]> = new Set(["stale", "needs_attention", "off"]);

/** What was read is shown with its age, but nothing newer comes for now. */
export function isTroubled({ state }: Connection): boolean {
  return TROUBLED.has(state);
}
