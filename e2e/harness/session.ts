// Signs people in without the screens, for the tests that are about something else.
import type { BrowserContext } from "playwright-core";
import type { House } from "./house.ts";

export type Role =
  | "super_admin"
  | "admin"
  | "financial_manager"
  | "account_manager"
  | "churn_manager"
  | "employee";

export const LOCALES = ["en-us", "fr-ca"] as const;
export type Locale = (typeof LOCALES)[number];

export type Sessions = Record<Role, Cookie[]>;

interface Cookie {
  name: string;
  value: string;
  url: string;
}

export const ROLES: Role[] = [
  "super_admin",
  "admin",
  "financial_manager",
  "account_manager",
  "churn_manager",
  "employee",
];

/** Once for the whole run, so that signing in stays the subject of its own tests only. */
export async function openSessions(house: House): Promise<Sessions> {
  const sessions: Partial<Sessions> = {};
  for (const role of ROLES) sessions[role] = await signIn(house, role);
  return sessions as Sessions;
}

export async function signIn(house: House, role: Role): Promise<Cookie[]> {
  const first = cookiesOf(await fetch(`${house.origin}/sanctum/csrf-cookie`), house);
  const answer = await fetch(`${house.origin}/login`, {
    method: "POST",
    headers: {
      ...unsafeHeaders(first, house),
      "Content-Type": "application/json",
    },
    body: JSON.stringify({
      email: `${role}@regie.example`,
      password: house.password,
    }),
  });
  if (!answer.ok)
    throw new Error(`${role} cannot sign in: ${answer.status} ${await answer.text()}`);
  const renewed = new Map(
    [...first, ...cookiesOf(answer, house)].map((cookie) => [cookie.name, cookie]),
  );
  return [...renewed.values()];
}

function cookiesOf(answer: Response, house: House): Cookie[] {
  return answer.headers.getSetCookie().map((line) => {
    const [pair = ""] = line.split(";");
    const equals = pair.indexOf("=");
    return {
      name: pair.slice(0, equals),
      value: pair.slice(equals + 1),
      url: house.origin,
    };
  });
}

/** What every call that changes something must carry. */
export function unsafeHeaders(
  cookies: { name: string; value: string }[],
  house: Pick<House, "origin">,
) {
  const token = cookies.find(({ name }) => name === "XSRF-TOKEN")?.value ?? "";
  return {
    Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    "X-XSRF-TOKEN": decodeURIComponent(token),
    "X-Api-Locale": "en-us",
    Origin: house.origin,
  };
}

/** The API as the page's user sees it, to find records and to prepare them. */
export class Api {
  private readonly context: BrowserContext;
  private readonly house: House;

  constructor(context: BrowserContext, house: House) {
    this.context = context;
    this.house = house;
  }

  get<T>(path: string): Promise<T> {
    return this.send<T>("GET", path);
  }

  async send<T>(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    data?: object,
  ): Promise<T> {
    const { origin } = this.house;
    const answer = await this.context.request.fetch(`${origin}/api/v1${path}`, {
      method,
      headers: unsafeHeaders(await this.context.cookies(origin), this.house),
      data,
    });
    if (!answer.ok())
      throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return (answer.status() === 204 ? undefined : await answer.json()) as T;
  }
}
