// Somebody of one's own for a test that changes an account: invited, and signed in by the code in the mail.
import { randomUUID } from "node:crypto";
import type { BrowserContext } from "playwright-core";
import { mailLeadingTo } from "./mail.ts";
import type { Scene } from "./scenario.ts";
import { type Role, unsafeHeaders } from "./session.ts";

export interface Newcomer {
  api_id: string;
  email: string;
  password: string;
  name: string;
}

const NAMES = { first_name: "Zoé", last_name: "Nouvelle" };
const PASSWORD = "une phrase que personne ne devine";

/** For a window whose user may invite: from now on it is the new person's. */
export async function becomeNewcomer(scene: Scene, role: Role): Promise<Newcomer> {
  const { api, context, house, locale } = scene;
  const email = `n-${randomUUID()}@regie.example`;
  const invited = await api.send<{ data: { api_id: string; name: string } }>("POST", "/users", {
    ...NAMES,
    email,
    roles: [role],
    locale,
  });
  await leave(scene);
  await post(context, house.origin, "/auth/email/codes", { email });
  const { link } = await mailLeadingTo(house, email, "/auth/login/email");
  const code = new URLSearchParams(new URL(link).hash.slice(1)).get("code");
  await post(context, house.origin, "/login", { email, code });
  await api.send("PUT", "/me/password", { password: PASSWORD });
  return { api_id: invited.data.api_id, name: invited.data.name, email, password: PASSWORD };
}

/** The window is nobody's again, but keeps its language. */
export async function leave({ context, house }: Pick<Scene, "context" | "house">): Promise<void> {
  await context.clearCookies({ name: /^(?!regie_locale$)/ });
  await context.request.get(`${house.origin}/sanctum/csrf-cookie`);
}

/** Signs in somewhere else: in a window of its own. */
export async function signInAs(
  { context, house }: Pick<Scene, "context" | "house">,
  { email, password }: Newcomer,
): Promise<void> {
  await leave({ context, house });
  await post(context, house.origin, "/login", { email, password });
}

/** A call to the server's root, as the window's user. */
export async function post(
  context: BrowserContext,
  origin: string,
  path: string,
  data: object,
): Promise<void> {
  const headers = unsafeHeaders(await context.cookies(origin), { origin });
  const answer = await context.request.post(origin + path, { headers, data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
}
