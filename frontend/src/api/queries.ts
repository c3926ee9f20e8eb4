// Reads as TanStack Query options: one shape for every list and one for every record, so no hook per resource.
import { keepPreviousData, QueryClient, queryOptions } from "@tanstack/react-query";
import { api, type Query } from "./client";
import type { ApiError } from "./errors";
import type { Item, Page } from "./types";

const FRESH_FOR_MS = 15_000;

/** Nothing is retried by itself: the reader has seen the message, and asks again when ready. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: FRESH_FOR_MS, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** One page of a list; the rows shown stay while the next ones come. */
export function pageQuery<Row>(path: string, query: Query = {}) {
  return queryOptions({
    queryKey: ["api", path, query],
    queryFn: ({ signal }) => api.get<Page<Row>>(path, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Nothing to show, and no other part of the page says why: it would hold the record's place for ever. */
function isLost(error: Error, { state }: { state: { data: unknown } }): boolean {
  const { status } = error as Partial<ApiError>;
  return state.data === undefined && (!status || status >= 500);
}

/** One record by its id, without its envelope. */
export function itemQuery<Record>(path: string, id: string, query: Query = {}) {
  return queryOptions({
    queryKey: ["api", path, id, query],
    queryFn: async ({ signal }) =>
      (await api.get<Item<Record>>(`${path}/${encodeURIComponent(id)}`, { query, signal })).data,
    throwOnError: isLost,
  });
}

/**
 * A read that is neither a page nor a record by id, such as the dashboard's figures. What is asked for comes from the
 * address: what it cannot be is told in its place, and not by the page.
 */
export function dataQuery<Data>(path: string, query: Query = {}) {
  return queryOptions({
    queryKey: ["api", path, query],
    queryFn: async ({ signal }) =>
      (await api.get<Item<Data>>(path, { query, signal, expect: [422] })).data,
  });
}
