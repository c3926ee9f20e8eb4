// The name behind an id in the address, so that a filter reads as words after a reload too.
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import { ApiError } from "../../api/errors";
import type { Item, Page, Ref } from "../../api/types";

/** Short lists have no page per record; their first hundred hold the one that was picked. */
const SHORT_LISTS = new Set(["/account-managers", "/teams", "/employees"]);

async function readName(path: string, id: string, signal: AbortSignal): Promise<string | null> {
  const expect = "any" as const;
  if (!SHORT_LISTS.has(path)) {
    return (await api.get<Item<Ref>>(`${path}/${id}`, { signal, expect })).data.name;
  }
  const page = await api.get<Page<Ref>>(path, { query: { per_page: 100 }, signal, expect });
  return page.data.find((ref) => ref.api_id === id)?.name ?? null;
}

/** Null where there is no such record for the reader: an address may come from somebody who sees more. */
export function useReferenceName(path: string, id: string | undefined): string | null | undefined {
  const { data, error } = useQuery({
    queryKey: ["api", path, "name", id],
    queryFn: ({ signal }) => readName(path, id ?? "", signal),
    enabled: id !== undefined,
    staleTime: 5 * 60_000,
  });
  const isRefused = error instanceof ApiError && (error.status === 403 || error.status === 404);
  return isRefused ? null : data;
}
