// Reads as TanStack Query options: one shape for every list and one for every record, so no hook per resource.
import { keepPreviousData, QueryClient, queryOptions } from "@tanstack/react-query";
import { API_PREFIX, type Call, type Given, givenIn, type OptionsOf, send } from "./client";
import type { ApiError } from "./errors";
import type {
  Answer,
  ApiPath,
  Arguments,
  Data,
  ItemPath,
  ListPath,
  PathOf,
  Query,
  Schemas,
} from "./wire";

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

/** `["api", "/clients", id, {}]`: what begins with a resource's path is invalidated with it. */
function keyOf(path: string, { params = {}, query = {} }: Given = {}): unknown[] {
  const [resource = "", ...parts] = path.split(/\/(?=\{)|(?<=\})\//);
  return ["api", resource, ...parts.map((part) => params[part.slice(1, -1)] ?? part), query];
}

/** What all reads of a resource, or of one of its records, are invalidated by. */
export function resourceKey(path: ApiPath, ...ids: readonly string[]): unknown[] {
  return ["api", path, ...ids];
}

/** The types of the functions below have checked the path and what is given. */
function read<Sent>(path: string, call: Omit<Call, "method">): Promise<Sent> {
  return send<Sent>(API_PREFIX + path, { ...call, method: "GET" });
}

/** One page of a list; the rows shown stay while the next ones come. */
export function pageQuery<P extends ListPath>(path: P, ...checked: OptionsOf<Arguments<P, "get">>) {
  const given = givenIn(checked);
  return queryOptions({
    queryKey: keyOf(path, given),
    queryFn: ({ signal }) => read<Answer<P>>(path, { ...given, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A page of a described list: `defineList` has checked its path and its parameters. */
export function describedPageQuery<Row>(path: string, query: Given["query"]) {
  return queryOptions({
    queryKey: keyOf(path, { query }),
    queryFn: ({ signal }) => read<{ data: Row[]; meta: Schemas["Meta"] }>(path, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Failures that the shell explains by itself: signed out, forbidden, not found, expired. */
const EXPLAINED_ELSEWHERE: readonly (number | undefined)[] = [401, 403, 404, 419];

/** Nothing to show, and no other part of the page says why: it would hold the record's place for ever. */
function isLost(error: Error, { state }: { state: { data: unknown } }): boolean {
  const { status } = error as Partial<ApiError>;
  return state.data === undefined && !EXPLAINED_ELSEWHERE.includes(status);
}

async function readData<P extends PathOf<"get">>(path: P, call: Omit<Call, "method">) {
  return (await read<{ data: Data<P> }>(path, call)).data;
}

/** One record by its id, without its envelope. */
export function itemQuery<P extends ItemPath>(path: P, id: string, query?: Query<P>) {
  const given = { params: idOf(path, id), ...givenIn([{ query }]) };
  return queryOptions({
    queryKey: keyOf(path, given),
    queryFn: ({ signal }) => readData(path, { ...given, signal }),
    throwOnError: isLost,
  });
}

/** One record that is shown over or beside a page: the page stands without it, and says in its place that it is gone. */
export function optionalItemQuery<P extends ItemPath>(path: P, id: string) {
  const params = idOf(path, id);
  return queryOptions({
    queryKey: keyOf(path, { params }),
    queryFn: ({ signal }) => readData(path, { params, signal, expect: [404] }),
  });
}

/**
 * A read that is neither a page nor a record by id, such as the dashboard's figures. What is asked for comes from the
 * address: what it cannot be is told in its place, and not by the page.
 */
export function dataQuery<P extends PathOf<"get">>(
  path: P,
  ...checked: OptionsOf<Arguments<P, "get">>
) {
  const given = givenIn(checked);
  return queryOptions({
    queryKey: keyOf(path, given),
    queryFn: ({ signal }) => readData(path, { ...given, signal, expect: [422] }),
  });
}

/** The id under the name that the path has for it. */
function idOf(path: string, id: string): Readonly<Record<string, string>> {
  return { [path.slice(path.indexOf("{") + 1, path.indexOf("}"))]: id };
}
