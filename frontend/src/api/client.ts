// Typed calls of the API: its OpenAPI document defines what each path accepts and returns.
import { API_PREFIX, buildUrl, type CallOptions, send, urlArguments } from "./request";
import type {
  ApiPath,
  Arguments,
  Body,
  ExactArguments,
  Method,
  Path,
  PathOf,
  ResponseBody,
  SitePath,
} from "./wire";

export type { CallOptions } from "./request";

/** The URL of a link that the browser downloads by itself. */
export function apiUrl<P extends PathOf<"get">, const R extends ReadArguments<P>>(
  path: P,
  ...options: ExactArguments<R, ReadArguments<P>>
): string {
  return buildUrl(API_PREFIX + path, urlArguments(options));
}

/** The options are optional when none is required. */
type OptionsOf<Options> =
  Record<never, never> extends Options ? readonly [options?: Options] : readonly [options: Options];
/** The arguments of a GET call. */
export type ReadArguments<P extends PathOf<"get">> = OptionsOf<Arguments<P, "get">>;
type Options<P extends Path, M extends Method> = CallOptions & Arguments<P, M>;
type Rest<P extends Path, M extends Method> =
  undefined extends Body<P, M>
    ? Record<never, never> extends Options<P, M>
      ? readonly [body?: Body<P, M>, options?: Options<P, M>]
      : readonly [body: Body<P, M>, options: Options<P, M>]
    : readonly [body: Body<P, M>, ...options: OptionsOf<Options<P, M>>];

type WithoutBody<P extends Path, M extends Method> = <
  K extends PathOf<M, P>,
  const R extends OptionsOf<Options<K, M>>,
>(
  path: K,
  ...options: ExactArguments<R, OptionsOf<Options<K, M>>>
) => Promise<ResponseBody<K, M>>;
type WithBody<P extends Path, M extends Method> = <
  K extends PathOf<M, P>,
  const R extends Rest<K, M>,
>(
  path: K,
  ...rest: ExactArguments<R, Rest<K, M>>
) => Promise<ResponseBody<K, M>>;

type ApiClient<P extends Path> = {
  get: WithoutBody<P, "get">;
  post: WithBody<P, "post">;
  put: WithBody<P, "put">;
  patch: WithBody<P, "patch">;
  delete: WithoutBody<P, "delete">;
};

/** Types the calls from the OpenAPI document: the compiler cannot check this cast. */
function createClient<P extends Path>(prefix: string): ApiClient<P> {
  const withoutBody = (method: string) => (path: string, options?: object) =>
    send<never>(prefix + path, { ...options, method });
  const withBody = (method: string) => (path: string, body?: unknown, options?: object) =>
    send<never>(prefix + path, { ...options, method, body });
  return {
    get: withoutBody("GET"),
    post: withBody("POST"),
    put: withBody("PUT"),
    patch: withBody("PATCH"),
    delete: withoutBody("DELETE"),
  } as ApiClient<P>;
}

/** Calls below the API's prefix: `api.get("/clients/{id}", { params: { id } })`. */
export const api = createClient<ApiPath>(API_PREFIX);

/** Calls at the server's root: sign-in and sign-out. */
export const rootApi = createClient<SitePath>("");
