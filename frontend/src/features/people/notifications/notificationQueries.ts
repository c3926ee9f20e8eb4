// The queries of notifications, and the calls that mark them as read.
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { pageQuery, resourceKey } from "../../../api/queries";
import type { Query } from "../../../api/wire";

const PATH = "/notifications";
const POLL_INTERVAL_MS = 60_000;
const MAX_SHOWN = 50;

/** Background requests: a failure shows no toast, and the last response remains. */
function backgroundQuery(query: Query<typeof PATH>) {
  return {
    ...pageQuery(PATH, { query }),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get(PATH, { query, signal, expect: [0, 429, 500, 502, 503, 504] }),
  };
}

/** Polls while the page is visible. */
export const unreadQuery = {
  ...backgroundQuery({ unread: true, per_page: 1 }),
  refetchInterval: POLL_INTERVAL_MS,
  refetchOnWindowFocus: true,
};

export const newestQuery = { ...backgroundQuery({ per_page: MAX_SHOWN }), staleTime: 0 };

export async function mark(client: QueryClient, id: string, read: boolean): Promise<void> {
  await api.patch(`${PATH}/{id}`, { read }, { params: { id } });
  await client.invalidateQueries({ queryKey: resourceKey(PATH) });
}

/** Notifications newer than `newest` remain unread. */
export async function markAll(client: QueryClient, newest: string): Promise<void> {
  await api.post(`${PATH}/reads`, { newest });
  await client.invalidateQueries({ queryKey: resourceKey(PATH) });
}
