// Query options of TanStack Query for lists, records and other reads, so that no resource needs a hook of its own.
import { keepPreviousData, QueryClient, queryOptions } from "@tanstack/react-query";
import type { ReadArguments } from "./client";
import type { ApiError } from "./errors";
import { API_PREFIX, type Call, send, type UrlArguments, urlArguments } from "./request";
import type {
  ApiPath,
  Data,
  ExactArguments,
  ItemPath,
  ListPath,
  PathOf,
  Query,
  RecordListPath,
  ResponseBody,
  RowOf,
  Schemas,
} from "./wire";

const STALE_TIME_MS = 15_000;

/** Nothing is retried automatically: the user sees the message and can retry. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: STALE_TIME_MS, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** For a query with a condition: `enabled: true` would override that queries stop while a user signs out. */
export function runIf(condition: boolean): { enabled?: false } {
  return condition ? {} : { enabled: false };
}

/** `["api", "/clients", id, {}]`: invalidating a resource's path invalidates its records. */
export function queryKey(path: string, { params = {}, query = {} }: UrlArguments = {}): unknown[] {
  const [resource = "", ...parts] = path.split(/\/(?=\{)|(?<=\})\//);
  return ["api", resource, ...parts.map((part) => params[part.slice(1, -1)] ?? part), query];
}

/** The key that invalidates all reads of a resource, or of one of its records. */
export function resourceKey(path: ApiPath, ...ids: readonly string[]): unknown[] {
  return ["api", path, ...ids];
}

/** The types of the functions below have checked the path and the arguments. */
function read<Result>(path: string, call: Omit<Call, "method">): Promise<Result> {
  return send<Result>(API_PREFIX + path, { ...call, method: "GET" });
}

/** One page of a list; the previous rows stay until the next page arrives. */
export function pageQuery<P extends ListPath, const R extends ReadArguments<P>>(
  path: P,
  ...args: ExactArguments<R, ReadArguments<P>>
) {
  const options = urlArguments(args);
  return queryOptions({
    queryKey: queryKey(path, options),
    queryFn: ({ signal }) => read<ResponseBody<P>>(path, { ...options, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The records of a page, and their total number. */
export function rowsQuery<P extends RecordListPath>(path: P, query: Query<P>) {
  const options = urlArguments([{ query }]);
  return queryOptions({
    queryKey: queryKey(path, options),
    queryFn: ({ signal }) =>
      read<{ data: (RowOf<P> & { api_id: string })[]; meta: Schemas["Meta"] }>(path, {
        ...options,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Failures that the shell shows: signed out, forbidden, not found, expired. */
const HANDLED_BY_SHELL: readonly (number | undefined)[] = [401, 403, 404, 419];

/** Throws to the error boundary when there is nothing to show and the shell does not show the failure. */
function shouldThrow(error: Error, { state }: { state: { data: unknown } }): boolean {
  const { status } = error as Partial<ApiError>;
  return state.data === undefined && !HANDLED_BY_SHELL.includes(status);
}

async function readData<P extends PathOf<"get">>(path: P, call: Omit<Call, "method">) {
  return (await read<{ data: Data<P> }>(path, call)).data;
}

/** One record by its id, without its envelope. */
export function itemQuery<P extends ItemPath>(path: P, id: string) {
  const params = idParams(path, id);
  return queryOptions({
    queryKey: queryKey(path, { params }),
    queryFn: ({ signal }) => readData(path, { params, signal }),
    throwOnError: shouldThrow,
  });
}

/** A record in a dialog or panel: the page stays without it, and the dialog shows that it no longer exists. */
export function optionalItemQuery<P extends ItemPath>(path: P, id: string) {
  const params = idParams(path, id);
  return queryOptions({
    queryKey: queryKey(path, { params }),
    queryFn: ({ signal }) => readData(path, { params, signal, expect: [404] }),
  });
}

/**
 * A read that is neither a list nor a record by id, such as the dashboard. Its parameters come from the URL, so the
 * screen itself shows a 422.
 */
export function dataQuery<P extends PathOf<"get">, const R extends ReadArguments<P>>(
  path: P,
  ...args: ExactArguments<R, ReadArguments<P>>
) {
  const options = urlArguments(args);
  return queryOptions({
    queryKey: queryKey(path, options),
    queryFn: ({ signal }) => readData(path, { ...options, signal, expect: [422] }),
  });
}

/** The id under the parameter name of the path. */
function idParams(path: string, id: string): Readonly<Record<string, string>> {
  return { [path.slice(path.indexOf("{") + 1, path.indexOf("}"))]: id };
}
