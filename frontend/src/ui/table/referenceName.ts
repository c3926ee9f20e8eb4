// Reads the name of a record by its id in the URL, so that a filter chip has a name after a reload.

import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../api/errors";
import { runIf } from "../../api/queries";
import { sendApiCall } from "../../api/request";
import type { Item, Page, Ref } from "../../api/types";
import type { ListPath } from "../../api/wire";

/** Lists without a page per record; their first hundred rows contain the selected one. */
const LISTS_WITHOUT_RECORD_PAGE = new Set(["/account-managers", "/teams", "/employees"]);

async function readName(path: string, id: string, signal: AbortSignal): Promise<string | null> {
  const call = { method: "GET", signal, expect: "any" } as const;
  if (!LISTS_WITHOUT_RECORD_PAGE.has(path)) {
    return (await sendApiCall<Item<Ref>>(`${path}/{id}`, { ...call, params: { id } })).data.name;
  }
  const page = await sendApiCall<Page<Ref>>(path, { ...call, query: { per_page: 100 } });
  return page.data.find((ref) => ref.api_id === id)?.name ?? null;
}

/** Null when the user sees no such record: the URL may come from a user with more permissions. */
export function useReferenceName(
  path: ListPath | undefined,
  id: string | undefined,
): string | null | undefined {
  const { data, error } = useQuery({
    queryKey: ["api", path, "name", id],
    queryFn: ({ signal }) => (path && id ? readName(path, id, signal) : null),
    ...runIf(path !== undefined && id !== undefined),
    staleTime: 5 * 60_000,
  });
  const isUnavailable = error instanceof ApiError && (error.status === 403 || error.status === 404);
  return isUnavailable ? null : data;
}
