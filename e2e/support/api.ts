// Signs users in and calls the API without the screens, to prepare and read records.
import { setTimeout } from "node:timers/promises";
import type { APIRequestContext, BrowserContext } from "@playwright/test";
import type { Server } from "./server.ts";

export const ROLES = [
  "super_admin",
  "admin",
  "financial_manager",
  "account_manager",
  "churn_manager",
  "employee",
] as const;
export type Role = (typeof ROLES)[number];

/** The languages as the API names them; the browser writes the country in capitals. */
export type Locale = "en-us" | "fr-ca";

/** Without an origin: one session works on every copy of its data. */
export interface SessionCookie {
  name: string;
  value: string;
}

export type Sessions = Record<Role, SessionCookie[]>;

export async function openSessions(server: Server): Promise<Sessions> {
  const entries = ROLES.map(async (role) => [role, await signIn(server, role)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Sessions;
}

export async function signIn(server: Server, role: Role): Promise<SessionCookie[]> {
  const initial = readCookies(await fetch(`${server.origin}/sanctum/csrf-cookie`));
  const response = await fetch(`${server.origin}/login`, {
    method: "POST",
    headers: { ...unsafeHeaders(initial, server.origin), "Content-Type": "application/json" },
    body: JSON.stringify({ email: `${role}@regie.example`, password: server.password }),
  });
  if (!response.ok)
    throw new Error(`${role} cannot sign in: ${response.status} ${await response.text()}`);
  const merged = new Map(
    [...initial, ...readCookies(response)].map((cookie) => [cookie.name, cookie]),
  );
  return [...merged.values()];
}

function readCookies(response: Response): SessionCookie[] {
  return response.headers.getSetCookie().map((header) => {
    const [pair = ""] = header.split(";");
    const separator = pair.indexOf("=");
    return { name: pair.slice(0, separator), value: pair.slice(separator + 1) };
  });
}

/** The headers that every unsafe call must have. */
export function unsafeHeaders(cookies: SessionCookie[], origin: string) {
  const token = cookies.find(({ name }) => name === "XSRF-TOKEN")?.value ?? "";
  return {
    Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    "X-XSRF-TOKEN": decodeURIComponent(token),
    "X-Api-Locale": "en-us",
    Origin: origin,
  };
}

const MAX_TRIES = 20;

/** A server that has just started may be busy for a moment. */
async function fetchWhenReady(url: string, headers: Record<string, string>): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(url, { headers });
    if (response.ok) return response;
    if (tries === MAX_TRIES) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    await setTimeout(500);
  }
}

/** Sets the language of a session's account, which the screens apply at every start. */
export async function setAccountLocale(
  { origin }: Server,
  session: SessionCookie[],
  locale: Locale,
): Promise<void> {
  const headers = { ...unsafeHeaders(session, origin), "Content-Type": "application/json" };
  const me = await fetchWhenReady(`${origin}/api/v1/me`, headers);
  const { data } = (await me.json()) as { data: { api_id: string; locale: Locale } };
  if (data.locale === locale) return;
  const path = `${origin}/api/v1/users/${data.api_id}/profile`;
  const body = JSON.stringify({ locale });
  const response = await fetch(path, { method: "PATCH", headers, body });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

/** A call to the server's root, as the user of the browser context. */
export async function post(
  context: BrowserContext,
  origin: string,
  path: string,
  data: object,
): Promise<void> {
  const headers = unsafeHeaders(await context.cookies(origin), origin);
  const response = await context.request.post(origin + path, { headers, data });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
}

/** The API, as the user of the browser context. */
export class Api {
  private readonly context: BrowserContext;
  private readonly request: APIRequestContext;
  private readonly origin: string;

  constructor(context: BrowserContext, { origin }: Server) {
    this.context = context;
    this.request = context.request;
    this.origin = origin;
  }

  get<T>(path: string): Promise<T> {
    return this.send<T>("GET", path);
  }

  async send<T>(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    data?: object,
  ): Promise<T> {
    const response = await this.request.fetch(`${this.origin}/api/v1${path}`, {
      method,
      headers: unsafeHeaders(await this.context.cookies(this.origin), this.origin),
      data,
    });
    if (!response.ok())
      throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return (response.status() === 204 ? undefined : await response.json()) as T;
  }
}
