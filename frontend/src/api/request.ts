// The untyped HTTP client: adds credentials, language and CSRF token to every call, and reports failures. Screens use
// `api` and the queries, which check what is sent; dependency-cruiser forbids them this module.
import { activeLocale } from "../i18n/locale";
import { BASE_URL } from "./baseUrl";
import { ApiError, readError } from "./errors";
import { handleApiError } from "./policy";
import type { ErrorCode } from "./types";

export type CallOptions = {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Expected statuses or codes: the call still throws, but the page does not react. */
  expect?: readonly (number | ErrorCode)[] | "any";
};

/** The types of a call have checked it already. */
type QueryParams = Readonly<Record<string, unknown>>;
export type Call = CallOptions & {
  method: string;
  params?: Readonly<Record<string, string>> | undefined;
  query?: QueryParams | undefined;
  body?: unknown;
};

export const API_PREFIX = "/api/v1";

/** Replaces the parameters of a path: `"/clients/{id}"` → `"/clients/01…"`. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

export function formatQuery(query: QueryParams = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "") continue;
    for (const item of Array.isArray(value) ? value : [value])
      parameters.append(name, String(item));
  }
  const text = parameters.toString();
  return text && `?${text}`;
}

/** Proves to the server that a call comes from our own page. Of two cookies, the newer one comes last. */
export function csrfToken(): string | null {
  const pair = document.cookie.split("; ").findLast((text) => text.startsWith("XSRF-TOKEN="));
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

export type UrlArguments = Pick<Call, "params" | "query">;

/** The arguments of a call, checked by its types, as the client sends them. */
export function urlArguments(options: readonly unknown[]): UrlArguments | undefined {
  return options[0] as UrlArguments | undefined;
}

export function buildUrl(path: string, { params, query }: UrlArguments = {}): string {
  return `${BASE_URL}${fillPath(path, params)}${formatQuery(query)}`;
}

async function fetchResponse(path: string, call: Call): Promise<Response> {
  try {
    return await fetch(buildUrl(path, call), {
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

async function readResponse<Result>(response: Response): Promise<Result> {
  if (!response.ok) throw await readError(response);
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as Result;
}

/** A call whose response is a file; the caller shows its failure. */
export async function sendForResponse(path: string, body: unknown): Promise<Response> {
  const response = await fetchResponse(API_PREFIX + path, { method: "POST", body });
  if (!response.ok) throw await readError(response);
  return response;
}

function isExpected(error: ApiError, call: Call): boolean {
  if (call.expect === "any") return true;
  return call.expect?.some((item) => item === error.status || item === error.code) ?? false;
}

/** A call whose path no type checks: only for the functions below. */
export async function send<Result>(path: string, call: Call): Promise<Result> {
  try {
    return await readResponse<Result>(await fetchResponse(path, call));
  } catch (error) {
    if (error instanceof ApiError && !isExpected(error, call)) handleApiError(error);
    throw error;
  }
}

/** A call below the API's prefix for a list or form whose description has checked the path and the body. */
export function sendApiCall<Result>(path: string, call: Call): Promise<Result> {
  return send<Result>(API_PREFIX + path, call);
}
