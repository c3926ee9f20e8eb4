// Signs people in and calls the API without the screens, to prepare records and to read them back.
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

/** Without an address: one session serves every copy of the data that it was opened in. */
export interface SessionCookie {
  name: string;
  value: string;
}

export type Sessions = Record<Role, SessionCookie[]>;

export async function openSessions(server: Server): Promise<Sessions> {
  const opened = ROLES.map(async (role) => [role, await signIn(server, role)] as const);
  return Object.fromEntries(await Promise.all(opened)) as Sessions;
}

export async function signIn(server: Server, role: Role): Promise<SessionCookie[]> {
  const first = readCookies(await fetch(`${server.origin}/sanctum/csrf-cookie`));
  const answer = await fetch(`${server.origin}/login`, {
    method: "POST",
    headers: { ...unsafeHeaders(first, server.origin), "Content-Type": "application/json" },
    body: JSON.stringify({ email: `${role}@regie.example`, password: server.password }),
  });
  if (!answer.ok)
    throw new Error(`${role} cannot sign in: ${answer.status} ${await answer.text()}`);
  const newest = new Map([...first, ...readCookies(answer)].map((cookie) => [cookie.name, cookie]));
  return [...newest.values()];
}

function readCookies(answer: Response): SessionCookie[] {
  return answer.headers.getSetCookie().map((line) => {
    const [pair = ""] = line.split(";");
    const equals = pair.indexOf("=");
    return { name: pair.slice(0, equals), value: pair.slice(equals + 1) };
  });
}

/** The headers that every call that changes something must carry. */
export function unsafeHeaders(cookies: SessionCookie[], origin: string) {
  const token = cookies.find(({ name }) => name === "XSRF-TOKEN")?.value ?? "";
  return {
    Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    "X-XSRF-TOKEN": decodeURIComponent(token),
    "X-Api-Locale": "en-us",
    Origin: origin,
  };
}

/** A call to the server's root, as the user of the browser context. */
export async function post(
  context: BrowserContext,
  origin: string,
  path: string,
  data: object,
): Promise<void> {
  const headers = unsafeHeaders(await context.cookies(origin), origin);
  const answer = await context.request.post(origin + path, { headers, data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
}

/** The API as the user of the browser context sees it. */
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
    const answer = await this.request.fetch(`${this.origin}/api/v1${path}`, {
      method,
      headers: unsafeHeaders(await this.context.cookies(this.origin), this.origin),
      data,
    });
    if (!answer.ok())
      throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return (answer.status() === 204 ? undefined : await answer.json()) as T;
  }
}
