// The one way out to the server: credentials, language, CSRF token and the error catalogue on every call.
import { activeLocale } from "../i18n/locale";
import { ApiError, readError } from "./errors";
import { react } from "./policy";

type QueryValue = string | number | boolean | readonly string[] | undefined | null;
export type Query = Readonly<Record<string, QueryValue>>;

export type CallOptions = {
  query?: Query;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Statuses or codes that are normal here: thrown as ever, but the page does not react to them. */
  expect?: readonly (number | string)[] | "any";
};

type Call = CallOptions & { method: string; body?: unknown };

const API_PREFIX = "/api/v1";
const BASE_URL: string = import.meta.env.VITE_REGIE_BASE_URL ?? "";

export function queryText(query: Query = {}): string {
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
export function apiAddress(path: string, query?: Query): string {
  return `${BASE_URL}${API_PREFIX}${path}${queryText(query)}`;
}

async function ask(path: string, call: Call): Promise<Response> {
  try {
    return await fetch(`${BASE_URL}${path}${queryText(call.query)}`, {
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

/** A call to a path of the server's root; screens use `api`, which stays below the API's prefix. */
export async function send<Answer>(path: string, call: Call): Promise<Answer> {
  try {
    return await readAnswer<Answer>(await ask(path, call));
  } catch (error) {
    if (error instanceof ApiError && !isExpected(error, call)) react(error);
    throw error;
  }
}

export const api = {
  get: <Answer>(path: string, options?: CallOptions) =>
    send<Answer>(API_PREFIX + path, { ...options, method: "GET" }),
  post: <Answer>(path: string, body: unknown, options?: CallOptions) =>
    send<Answer>(API_PREFIX + path, { ...options, method: "POST", body }),
  put: <Answer>(path: string, body?: unknown, options?: CallOptions) =>
    send<Answer>(API_PREFIX + path, { ...options, method: "PUT", body }),
  patch: <Answer>(path: string, body: unknown, options?: CallOptions) =>
    send<Answer>(API_PREFIX + path, { ...options, method: "PATCH", body }),
  delete: (path: string, options?: CallOptions) =>
    send<void>(API_PREFIX + path, { ...options, method: "DELETE" }),
};
