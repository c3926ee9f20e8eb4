// Tests every way to sign in: password, mailed code and link, Google, a new password, and the second step.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { findMailedLink } from "../support/mail.ts";
import { addPasskeyDevice } from "../support/passkeys.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, collectProblems, expect, test } from "../support/test.ts";
import { totpCode } from "../support/totp.ts";

const PASSWORD = "une phrase que personne ne devine";
/** The sandbox's Google is another site, also on loopback. */
const GOOGLE_REQUESTS = /foreign request http:\/\/127\.0\.0\.1:\d+\/google\//;
const USER_NAME = "Zoé Nouvelle";
const CODE_SCREEN = "/auth/login/email";
const PASSWORD_SCREEN = "/auth/password";

const button = ({ page, t }: App, key: string) =>
  page.getByRole("button", { name: t(key), exact: true });
const link = ({ page, t }: App, key: string) =>
  page.getByRole("link", { name: t(key), exact: true });
const field = ({ page, t }: App, key: string) => page.getByLabel(t(key), { exact: true });
const heading = ({ page, t }: App, key: string) =>
  page.getByRole("heading", { level: 1, name: t(key) });

/** A new user for each test, invited by the administrator of the window. */
async function invite({ api, context, locale }: App): Promise<string> {
  const email = `p-${randomUUID()}@regie.example`;
  const names = { first_name: "Zoé", last_name: "Nouvelle" };
  await api.send("POST", "/users", { email, ...names, roles: ["employee"], locale });
  await context.clearCookies();
  return email;
}

/** Signed in: the account menu is present. */
async function expectSignedIn({ page, t }: App, name = USER_NAME): Promise<void> {
  await page.getByRole("button", { name: t("shell.account.menu", { name }) }).waitFor();
}

/** Signs out; a page that still loads would log an error. */
async function signOut({ page, context }: App): Promise<void> {
  await page.goto("about:blank");
  await context.clearCookies();
}

async function openLink(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForPage(page);
}

async function choosePassword(app: App): Promise<void> {
  await field(app, "login.choose.password").fill(PASSWORD);
  await field(app, "login.choose.confirmation").fill(PASSWORD);
  await button(app, "login.choose.submit").click();
}

async function showPassword(app: App, email: string, password = PASSWORD): Promise<void> {
  await field(app, "login.email").fill(email);
  await field(app, "login.password").fill(password);
  await button(app, "login.submit").click();
}

/** Accepts the invitation: the window then belongs to the new user. */
async function acceptInvitation(app: App): Promise<string> {
  const email = await invite(app);
  const invitation = await findMailedLink(app.server, email, PASSWORD_SCREEN);
  await openLink(app.page, invitation);
  await choosePassword(app);
  await expectSignedIn(app);
  return email;
}

async function requestCode(app: App, email: string): Promise<{ link: string; digits: string }> {
  await link(app, "login.by_code").click();
  await heading(app, "login.code.title").waitFor();
  await field(app, "login.email").fill(email);
  await button(app, "login.code.send").click();
  await field(app, "login.code.field").waitFor();
  const mailedLink = await findMailedLink(app.server, email, CODE_SCREEN);
  return { link: mailedLink, digits: /code=(\d{6})/.exec(mailedLink)?.[1] ?? "" };
}

test.describe(() => {
  test.use({ locale: "fr-CA" });

  test("with a password, then to the requested page", async ({ app }) => {
    const { page, server, open } = app;
    await open("/dashboard");
    await page.waitForURL("**/auth/login?redirect=**");
    await showPassword(app, "employee@regie.example", server.password);
    await page.waitForURL((url) => url.pathname.endsWith("/dashboard"));
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", expectedProblems: /status of 422/ });

  test("with a mailed code", async ({ app }) => {
    const { page, open } = app;
    const email = await invite(app);
    await open("/auth/login");
    const { digits } = await requestCode(app, email);
    await page.reload();
    const code = field(app, "login.code.field");
    await code.fill(digits === "000000" ? "000001" : "000000");
    await button(app, "login.submit").click();
    await page.locator("[aria-invalid=true]").waitFor();
    await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
    await expect(code).toHaveValue(digits);
    await button(app, "login.submit").click();
    await expectSignedIn(app);
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("with a mailed link, only after a click", async ({ app }) => {
    const { context, server, open, t } = app;
    const email = await invite(app);
    await open("/dashboard");
    const mail = await requestCode(app, email);
    // Mail opens in a new tab, which shares no state with the first one.
    const page = await context.newPage();
    const tab = { ...app, page };
    const problems = collectProblems(page, server);
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await openLink(page, mail.link);
    await heading(tab, "login.link.title").waitFor();
    await page.getByText(t("login.link.lead", { email })).waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe("");
    expect(sent).toEqual([]);
    await button(tab, "login.submit").click();
    await page.waitForURL((url) => url.pathname.endsWith("/dashboard"));
    await expectSignedIn(tab);
    expect(problems.join("\n")).toBe("");
  });
});

test.describe(() => {
  test.use({ locale: "fr-CA", expectedProblems: GOOGLE_REQUESTS });

  test("with Google, then to the requested page", async ({ app }) => {
    const { page, open } = app;
    await open("/dashboard");
    await button(app, "login.google.continue").click();
    await page.getByRole("button", { name: "Fortin employee@regie.example" }).click();
    await page.waitForURL((url) => url.pathname.endsWith("/dashboard") && url.search === "");
  });

  test("with an unknown Google account", async ({ app }) => {
    const { page, open, t } = app;
    await open("/auth/login");
    await button(app, "login.google.continue").click();
    await page.getByRole("button", { name: "zoe.damours@gmail.com" }).click();
    await page.getByText(t("stores.auth.google.callback.toast.error.null.detail")).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("");
    await page.reload();
    await button(app, "login.google.continue").waitFor();
  });

  test("canceling at Google", async ({ app }) => {
    const { page, open, t } = app;
    await open("/auth/login?redirect=%2Fclients");
    await button(app, "login.google.continue").click();
    await page.locator("button[name=cancel]").click();
    await page.getByText(t("login.google.cancelled")).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?redirect=%2Fclients");
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", expectedProblems: /status of 422/ });

  test("with a forgotten password", async ({ app }) => {
    const { page, server, open } = app;
    const email = await acceptInvitation(app);
    const invitation = await findMailedLink(server, email, PASSWORD_SCREEN);
    await signOut(app);
    await open("/auth/login");
    await link(app, "login.forgot_link").click();
    await heading(app, "login.forgot.title").waitFor();
    await field(app, "login.email").fill(email);
    await button(app, "login.forgot.send").click();
    await heading(app, "login.forgot.sent_title").waitFor();
    const reset = await findMailedLink(server, email, PASSWORD_SCREEN, invitation);
    await openLink(page, reset);
    await expect.poll(() => new URL(page.url()).hash).toBe("");
    await field(app, "login.choose.password").fill("trop courte");
    await field(app, "login.choose.confirmation").fill("trop courte");
    await button(app, "login.choose.submit").click();
    await page.locator("[aria-invalid=true]").waitFor();
    await choosePassword(app);
    await expectSignedIn(app);
  });

  test("with an invitation, once", async ({ app }) => {
    const { page, server } = app;
    const email = await acceptInvitation(app);
    await signOut(app);
    const expired = await findMailedLink(server, email, PASSWORD_SCREEN);
    await openLink(page, expired);
    await choosePassword(app);
    await heading(app, "login.choose.dead_title").waitFor();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await link(app, "login.choose.again").click();
    await heading(app, "login.forgot.title").waitFor();
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("an invitation opened in someone else's window", async ({ app }) => {
    const { page, context, server } = app;
    const administrator = await context.cookies();
    const email = await invite(app);
    const invitation = await findMailedLink(server, email, PASSWORD_SCREEN);
    await context.addCookies(administrator);
    await acceptInvitation(app);
    await openLink(page, invitation);
    await heading(app, "login.choose.other_title").waitFor();
    await button(app, "login.choose.sign_out").click();
    await choosePassword(app);
    await expectSignedIn(app);
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", expectedProblems: /status of 422/ });

  test("with an authenticator app as the second step", async ({ app }) => {
    const { page, api, open } = app;
    const email = await acceptInvitation(app);
    const { data } = await api.send<{ data: { secret: string } }>("PUT", "/me/second-factor/totp");
    const path = "/me/second-factor/totp/confirmation";
    const recoveryCodes = await api.send<{ data: { recovery_codes: string[] } }>("PUT", path, {
      code: totpCode(data.secret),
    });
    const [recoveryCode = ""] = recoveryCodes.data.recovery_codes;
    await signOut(app);
    await open("/auth/login?redirect=%2Fdashboard");
    await showPassword(app, email);
    const code = field(app, "login.second.totp.field");
    await code.waitFor();
    await page.reload();
    await code.fill(totpCode(data.secret, -5));
    await button(app, "login.second.submit").click();
    await page.locator("[aria-invalid=true]").waitFor();
    await code.fill(totpCode(data.secret, 1));
    await button(app, "login.second.submit").click();
    await page.waitForURL((url) => url.pathname.endsWith("/dashboard"));

    await signOut(app);
    await open("/auth/login");
    await showPassword(app, email);
    await link(app, "login.second.recovery_code.other").click();
    await field(app, "login.second.recovery_code.field").fill(recoveryCode);
    await button(app, "login.second.submit").click();
    await expectSignedIn(app);
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("with a passkey as the second step", async ({ app }) => {
    const { page, api, open } = app;
    await addPasskeyDevice(page);
    const email = await acceptInvitation(app);
    const path = "/me/second-factor/passkeys";
    type Challenge = { data: { options: PublicKeyCredentialCreationOptionsJSON } };
    const { data } = await api.send<Challenge>("PUT", `${path}/challenge`);
    const credential = await page.evaluate(async (options) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const created = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
      return JSON.stringify(created);
    }, data.options);
    await api.send("PUT", path, { name: "Clé", credential });
    await signOut(app);
    await open("/auth/login");
    await showPassword(app, email);
    await button(app, "login.second.passkey.use").click();
    await expectSignedIn(app);
  });
});

test("the second step redirects to the sign-in without a first one", async ({ page, server }) => {
  await page.goto(`${server.origin}/auth/second-factor`);
  await page.waitForURL((url) => url.pathname === "/auth/login");
});
