// What the reader was told: the newest ones, how many are unread, and noting that they have been read.
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { pageQuery, resourceKey } from "../../../api/queries";
import type { Query } from "../../../api/wire";

const PATH = "/notifications";
const EVERY_MS = 60_000;
const SHOWN = 50;

/** Nobody asked for this: while it fails, the last answer stays and nothing is said. */
function quietly(query: Query<typeof PATH>) {
  return {
    ...pageQuery(PATH, { query }),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get(PATH, { query, signal, expect: [0, 429, 500, 502, 503, 504] }),
  };
}

/** Asked for again and again, but not while the page is out of sight. */
export const unreadQuery = {
  ...quietly({ unread: true, per_page: 1 }),
  refetchInterval: EVERY_MS,
  refetchOnWindowFocus: true,
};

export const newestQuery = { ...quietly({ per_page: SHOWN }), staleTime: 0 };

export async function mark(client: QueryClient, id: string, read: boolean): Promise<void> {
  await api.patch(`${PATH}/{id}`, { read }, { params: { id } });
  await client.invalidateQueries({ queryKey: resourceKey(PATH) });
}

/** What came after `newest` was shown stays unread. */
export async function markAll(client: QueryClient, newest: string): Promise<void> {
  await api.post(`${PATH}/reads`, { newest });
  await client.invalidateQueries({ queryKey: resourceKey(PATH) });
}
