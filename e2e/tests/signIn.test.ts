// Every way in, as people go it: password, mailed code and link, Google, a new password, and the second step.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { findMailedLink } from "../support/mail.ts";
import { addPasskeyDevice } from "../support/passkeys.ts";
import { pageReady } from "../support/ready.ts";
import { type App, expect, test, watchProblems } from "../support/test.ts";
import { totpCode } from "../support/totp.ts";

const PASSWORD = "une phrase que personne ne devine";
/** The imitated Google is another site, on loopback too. */
const AT_GOOGLE = /foreign request http:\/\/127\.0\.0\.1:\d+\/google\//;
const NAME = "Zoé Nouvelle";
const CODE_SCREEN = "/auth/login/email";
const PASSWORD_SCREEN = "/auth/password";

const button = ({ page, words }: App, key: string) =>
  page.getByRole("button", { name: words(key), exact: true });
const link = ({ page, words }: App, key: string) =>
  page.getByRole("link", { name: words(key), exact: true });
const field = ({ page, words }: App, key: string) => page.getByLabel(words(key), { exact: true });
const heading = ({ page, words }: App, key: string) =>
  page.getByRole("heading", { level: 1, name: words(key) });

/** Someone of their own for each test, invited by the administrator whose window this was until now. */
async function invite({ api, context, locale }: App): Promise<string> {
  const email = `p-${randomUUID()}@regie.example`;
  const names = { first_name: "Zoé", last_name: "Nouvelle" };
  await api.send("POST", "/users", { email, ...names, roles: ["employee"], locale });
  await context.clearCookies();
  return email;
}

/** Signed in: the menu of one's own account is there. */
async function expectSignedIn({ page, words }: App, name = NAME): Promise<void> {
  await page.getByRole("button", { name: words("shell.account.menu", { name }) }).waitFor();
}

/** Signs out; a page that still fetches something would log the refusal. */
async function leave({ page, context }: App): Promise<void> {
  await page.goto("about:blank");
  await context.clearCookies();
}

async function follow(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await pageReady(page);
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

/** Accepts the invitation: the window is the new person's from here on. */
async function joinAs(app: App): Promise<string> {
  const email = await invite(app);
  const invitation = await findMailedLink(app.server, email, PASSWORD_SCREEN);
  await follow(app.page, invitation);
  await choosePassword(app);
  await expectSignedIn(app);
  return email;
}

async function askForCode(app: App, email: string): Promise<{ link: string; digits: string }> {
  await link(app, "login.by_code").click();
  await heading(app, "login.code.title").waitFor();
  await field(app, "login.email").fill(email);
  await button(app, "login.code.send").click();
  await field(app, "login.code.field").waitFor();
  const mailed = await findMailedLink(app.server, email, CODE_SCREEN);
  return { link: mailed, digits: /code=(\d{6})/.exec(mailed)?.[1] ?? "" };
}

test.describe(() => {
  test.use({ locale: "fr-CA" });

  test("with a password, on to where one was going", async ({ app }) => {
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
    const { digits } = await askForCode(app, email);
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

  test("with a mailed link, and only after a click", async ({ app }) => {
    const { context, server, open, words } = app;
    const email = await invite(app);
    await open("/dashboard");
    const mail = await askForCode(app, email);
    // As mail is read: in a tab of its own, which knows nothing of the one that asked.
    const page = await context.newPage();
    const tab = { ...app, page };
    const problems = watchProblems(page, server);
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await follow(page, mail.link);
    await heading(tab, "login.link.title").waitFor();
    await page.getByText(words("login.link.lead", { email })).waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe("");
    expect(sent).toEqual([]);
    await button(tab, "login.submit").click();
    await page.waitForURL((url) => url.pathname.endsWith("/dashboard"));
    await expectSignedIn(tab);
    expect(problems.join("\n")).toBe("");
  });
});

test.describe(() => {
  test.use({ locale: "fr-CA", expectedProblems: AT_GOOGLE });

  test("with Google, on to where one was going", async ({ app }) => {
    const { page, open } = app;
    await open("/dashboard");
    await button(app, "login.google.continue").click();
    await page.getByRole("button", { name: "Fortin employee@regie.example" }).click();
    await page.waitForURL((url) => url.pathname.endsWith("/dashboard") && url.search === "");
  });

  test("with a Google account that no user has", async ({ app }) => {
    const { page, open, words } = app;
    await open("/auth/login");
    await button(app, "login.google.continue").click();
    await page.getByRole("button", { name: "zoe.damours@gmail.com" }).click();
    await page.getByText(words("stores.auth.google.callback.toast.error.null.detail")).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("");
    await page.reload();
    await button(app, "login.google.continue").waitFor();
  });

  test("turning back at Google", async ({ app }) => {
    const { page, open, words } = app;
    await open("/auth/login?redirect=%2Fclients");
    await button(app, "login.google.continue").click();
    await page.locator("button[name=cancel]").click();
    await page.getByText(words("login.google.cancelled")).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?redirect=%2Fclients");
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", expectedProblems: /status of 422/ });

  test("with a forgotten password", async ({ app }) => {
    const { page, server, open } = app;
    const email = await joinAs(app);
    const invitation = await findMailedLink(server, email, PASSWORD_SCREEN);
    await leave(app);
    await open("/auth/login");
    await link(app, "login.forgotten").click();
    await heading(app, "login.forgot.title").waitFor();
    await field(app, "login.email").fill(email);
    await button(app, "login.forgot.send").click();
    await heading(app, "login.forgot.sent_title").waitFor();
    const reset = await findMailedLink(server, email, PASSWORD_SCREEN, invitation);
    await follow(page, reset);
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
    const email = await joinAs(app);
    await leave(app);
    const used = await findMailedLink(server, email, PASSWORD_SCREEN);
    await follow(page, used);
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
    await joinAs(app);
    await follow(page, invitation);
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
    const email = await joinAs(app);
    const { data } = await api.send<{ data: { secret: string } }>("PUT", "/me/second-factor/totp");
    const path = "/me/second-factor/totp/confirmation";
    const given = await api.send<{ data: { recovery_codes: string[] } }>("PUT", path, {
      code: totpCode(data.secret),
    });
    const [recoveryCode = ""] = given.data.recovery_codes;
    await leave(app);
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

    await leave(app);
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
    const email = await joinAs(app);
    const path = "/me/second-factor/passkeys";
    type Challenge = { data: { options: PublicKeyCredentialCreationOptionsJSON } };
    const { data } = await api.send<Challenge>("PUT", `${path}/challenge`);
    const credential = await page.evaluate(async (options) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
      return JSON.stringify(made);
    }, data.options);
    await api.send("PUT", path, { name: "Clé", credential });
    await leave(app);
    await open("/auth/login");
    await showPassword(app, email);
    await button(app, "login.second.passkey.use").click();
    await expectSignedIn(app);
  });
});

test("the second step is no place to begin", async ({ page, server }) => {
  await page.goto(`${server.origin}/auth/second-factor`);
  await page.waitForURL((url) => url.pathname === "/auth/login");
});
