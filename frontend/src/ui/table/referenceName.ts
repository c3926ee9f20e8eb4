// The name behind an id in the address, so that a filter reads as words after a reload too.

import { useQuery } from "@tanstack/react-query";
import { sendDescribed } from "../../api/client";
import { ApiError } from "../../api/errors";
import type { Item, Page, Ref } from "../../api/types";
import type { ListPath } from "../../api/wire";

/** Short lists have no page per record; their first hundred hold the one that was picked. */
const SHORT_LISTS = new Set(["/account-managers", "/teams", "/employees"]);

async function readName(path: string, id: string, signal: AbortSignal): Promise<string | null> {
  const call = { method: "GET", signal, expect: "any" } as const;
  if (!SHORT_LISTS.has(path)) {
    return (await sendDescribed<Item<Ref>>(`${path}/{id}`, { ...call, params: { id } })).data.name;
  }
  const page = await sendDescribed<Page<Ref>>(path, { ...call, query: { per_page: 100 } });
  return page.data.find((ref) => ref.api_id === id)?.name ?? null;
}

/** Null where there is no such record for the reader: an address may come from somebody who sees more. */
export function useReferenceName(
  path: ListPath | undefined,
  id: string | undefined,
): string | null | undefined {
  const { data, error } = useQuery({
    queryKey: ["api", path, "name", id],
    queryFn: ({ signal }) => (path && id ? readName(path, id, signal) : null),
    enabled: path !== undefined && id !== undefined,
    staleTime: 5 * 60_000,
  });
  const isRefused = error instanceof ApiError && (error.status === 403 || error.status === 404);
  return isRefused ? null : data;
}
