// Creates an account for a test that changes it: invited, then signed in with the code from the mail.
import { randomUUID } from "node:crypto";
import { post, type Role } from "./api.ts";
import { findMailedLink } from "./mail.ts";
import type { App } from "./test.ts";

export interface Account {
  api_id: string;
  email: string;
  password: string;
  name: string;
}

type BrowserWindow = Pick<App, "context" | "server">;

const NAMES = { first_name: "Zoé", last_name: "Nouvelle" };
const PASSWORD = "une phrase que personne ne devine";

/** Invites a user as the current user of the window, then signs the new user in. */
export async function becomeNewUser(
  app: BrowserWindow & Pick<App, "api" | "locale">,
  role: Role,
): Promise<Account> {
  const { api, context, server, locale } = app;
  const email = `n-${randomUUID()}@regie.example`;
  const invited = await api.send<{ data: { api_id: string; name: string } }>("POST", "/users", {
    ...NAMES,
    email,
    roles: [role],
    locale,
  });
  await signOut(app);
  await post(context, server.origin, "/auth/email/codes", { email });
  const link = await findMailedLink(server, email, "/auth/login/email");
  const code = new URLSearchParams(new URL(link).hash.slice(1)).get("code");
  await post(context, server.origin, "/login", { email, code });
  await api.send("PUT", "/me/password", { password: PASSWORD });
  return { api_id: invited.data.api_id, name: invited.data.name, email, password: PASSWORD };
}

/** Ends the session, but keeps the language. */
export async function signOut({ context, server }: BrowserWindow): Promise<void> {
  await context.clearCookies({ name: /^(?!regie_locale$)/ });
  await context.request.get(`${server.origin}/sanctum/csrf-cookie`);
}

export async function signInAs(window: BrowserWindow, { email, password }: Account): Promise<void> {
  await signOut(window);
  await post(window.context, window.server.origin, "/login", { email, password });
}
