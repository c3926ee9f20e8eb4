// The one way out to the server: credentials, language, CSRF token and the error catalogue on every call.
import { activeLocale } from "../i18n/locale";
import { ApiError, readError } from "./errors";
import { react } from "./policy";
import type { Answer, ApiPath, Arguments, Body, Method, Path, PathOf, SitePath } from "./wire";

export type CallOptions = {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Statuses or codes that are normal here: thrown as ever, but the page does not react to them. */
  expect?: readonly (number | string)[] | "any";
};

/** What the types of a call have checked already. */
type QueryText = Readonly<Record<string, unknown>>;
export type Call = CallOptions & {
  method: string;
  params?: Readonly<Record<string, string>> | undefined;
  query?: QueryText | undefined;
  body?: unknown;
};

export const API_PREFIX = "/api/v1";
export const BASE_URL: string = import.meta.env.VITE_REGIE_BASE_URL ?? "";

/** `"/clients/{id}"` with the id in its place. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

export function queryText(query: QueryText = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "") continue;
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return text && `?${text}`;
}

/** What shows the server that a call comes from our own page. */
export function csrfToken(): string | null {
  const pair = document.cookie.split("; ").find((text) => text.startsWith("XSRF-TOKEN="));
  return pair ? decodeURIComponent(pair.slice("XSRF-TOKEN=".length)) : null;
}

function headersFor(call: Call): Headers {
  const headers = new Headers(call.headers);
  headers.set("Accept", "application/json");
  headers.set("X-Api-Locale", activeLocale());
  if (!(call.body instanceof FormData)) headers.set("Content-Type", "application/json");
  const token = call.method === "GET" ? null : csrfToken();
  if (token) headers.set("X-XSRF-TOKEN", token);
  return headers;
}

function bodyFor(call: Call): BodyInit | undefined {
  if (call.method === "DELETE") return "";
  if (call.body === undefined) return undefined;
  return call.body instanceof FormData ? call.body : JSON.stringify(call.body);
}

/** Where a plain link leads that the browser downloads by itself. */
export function apiAddress<P extends PathOf<"get">>(
  path: P,
  ...given: OptionsOf<Arguments<P, "get">>
): string {
  return addressOf(API_PREFIX + path, givenIn(given));
}

export type Given = Pick<Call, "params" | "query">;

/** Arguments that the types of a call have checked, as what is sent of them. */
export function givenIn(checked: readonly unknown[]): Given | undefined {
  return checked[0] as Given | undefined;
}

function addressOf(path: string, { params, query }: Given = {}): string {
  return `${BASE_URL}${fillPath(path, params)}${queryText(query)}`;
}

async function ask(path: string, call: Call): Promise<Response> {
  try {
    return await fetch(addressOf(path, call), {
      method: call.method,
      headers: headersFor(call),
      body: bodyFor(call),
      credentials: "include",
      signal: call.signal ?? null,
    });
  } catch (cause) {
    if (call.signal?.aborted) throw cause;
    throw new ApiError(0, "");
  }
}

async function readAnswer<Answer>(response: Response): Promise<Answer> {
  if (!response.ok) throw await readError(response);
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as Answer;
}

function isExpected(error: ApiError, call: Call): boolean {
  if (call.expect === "any") return true;
  return call.expect?.some((one) => one === error.status || one === error.code) ?? false;
}

/** A call that no type binds to a path: only for the calls below. */
export async function send<Sent>(path: string, call: Call): Promise<Sent> {
  try {
    return await readAnswer<Sent>(await ask(path, call));
  } catch (error) {
    if (error instanceof ApiError && !isExpected(error, call)) react(error);
    throw error;
  }
}

/** A call below the API's prefix whose path and body a described list or form has been checked for. */
export function sendDescribed<Sent>(path: string, call: Call): Promise<Sent> {
  return send<Sent>(API_PREFIX + path, call);
}

/** Options may be left out where nothing in them is needed. */
export type OptionsOf<Options> =
  Record<never, never> extends Options ? [options?: Options] : [options: Options];
type Options<P extends Path, M extends Method> = CallOptions & Arguments<P, M>;
type Rest<P extends Path, M extends Method> =
  undefined extends Body<P, M>
    ? Record<never, never> extends Options<P, M>
      ? [body?: Body<P, M>, options?: Options<P, M>]
      : [body: Body<P, M>, options: Options<P, M>]
    : [body: Body<P, M>, ...options: OptionsOf<Options<P, M>>];

type WithoutBody<P extends Path, M extends Method> = <K extends PathOf<M, P>>(
  path: K,
  ...options: OptionsOf<Options<K, M>>
) => Promise<Answer<K, M>>;
type WithBody<P extends Path, M extends Method> = <K extends PathOf<M, P>>(
  path: K,
  ...rest: Rest<K, M>
) => Promise<Answer<K, M>>;

type Calls<P extends Path> = {
  get: WithoutBody<P, "get">;
  post: WithBody<P, "post">;
  put: WithBody<P, "put">;
  patch: WithBody<P, "patch">;
  delete: WithoutBody<P, "delete">;
};

/** The one place where paths, bodies and answers are what the types say because the document says so. */
function callsBelow<P extends Path>(prefix: string): Calls<P> {
  const reading = (method: string) => (path: string, options?: object) =>
    send<never>(prefix + path, { ...options, method });
  const writing = (method: string) => (path: string, body?: unknown, options?: object) =>
    send<never>(prefix + path, { ...options, method, body });
  return {
    get: reading("GET"),
    post: writing("POST"),
    put: writing("PUT"),
    patch: writing("PATCH"),
    delete: reading("DELETE"),
  } as Calls<P>;
}

/** The calls below the API's prefix: `api.get("/clients/{id}", { params: { id } })`. */
export const api = callsBelow<ApiPath>(API_PREFIX);

/** The calls of the server's root: the ways to sign in and out. */
export const site = callsBelow<SitePath>("");
