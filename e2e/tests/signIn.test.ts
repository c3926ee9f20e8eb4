// Every way in, as people go it: password, mailed code and link, Google, a new password, and the second step.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { plugInAuthenticator } from "../harness/authenticator.ts";
import { mailLeadingTo } from "../harness/mail.ts";
import { type Scene, scenario, watchForProblems } from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { settled } from "../harness/settled.ts";
import { totpCode } from "../harness/totp.ts";

const PASSWORD = "une phrase que personne ne devine";
/** The imitated Google is another site, on loopback too. */
const AT_GOOGLE = /foreign request http:\/\/127\.0\.0\.1:\d+\/google\//;
const NAME = "Zoé Nouvelle";
const CODE_SCREEN = "/auth/login/email";
const PASSWORD_SCREEN = "/auth/password";

const button = ({ page, words }: Scene, key: string) =>
  page.getByRole("button", { name: words(key), exact: true });
const link = ({ page, words }: Scene, key: string) =>
  page.getByRole("link", { name: words(key), exact: true });
const field = ({ page, words }: Scene, key: string) => page.getByLabel(words(key), { exact: true });
const heading = ({ page, words }: Scene, key: string) =>
  page.getByRole("heading", { level: 1, name: words(key) });

/** Someone of their own for each test, invited by the administrator whose window this was until now. */
async function invite({ api, context, locale }: Scene): Promise<string> {
  const email = `p-${randomUUID()}@regie.example`;
  const names = { first_name: "Zoé", last_name: "Nouvelle" };
  await api.send("POST", "/users", { email, ...names, roles: ["employee"], locale });
  await context.clearCookies();
  return email;
}

/** Signed in: the menu of one's own account is there. */
async function expectSignedIn({ page, words }: Scene, name = NAME): Promise<void> {
  await page.getByRole("button", { name: words("shell.account.menu", { name }) }).waitFor();
}

/** The window belongs to nobody again; a page that still asks for something would be refused it, and say so. */
async function leave({ page, context }: Scene): Promise<void> {
  await page.goto("about:blank");
  await context.clearCookies();
}

async function follow(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await settled(page);
}

async function choosePassword(scene: Scene): Promise<void> {
  await field(scene, "login.choose.password").fill(PASSWORD);
  await field(scene, "login.choose.confirmation").fill(PASSWORD);
  await button(scene, "login.choose.submit").click();
}

async function showPassword(scene: Scene, email: string, password = PASSWORD): Promise<void> {
  await field(scene, "login.email").fill(email);
  await field(scene, "login.password").fill(password);
  await button(scene, "login.submit").click();
}

/** Accepts the invitation: the window is the new person's from here on. */
async function joinAs(scene: Scene): Promise<string> {
  const email = await invite(scene);
  const invitation = await mailLeadingTo(scene.house, email, PASSWORD_SCREEN);
  await follow(scene.page, invitation.link);
  await choosePassword(scene);
  await expectSignedIn(scene);
  return email;
}

async function askForCode(scene: Scene, email: string): Promise<{ link: string; digits: string }> {
  await link(scene, "login.by_code").click();
  await heading(scene, "login.code.title").waitFor();
  await field(scene, "login.email").fill(email);
  await button(scene, "login.code.send").click();
  await field(scene, "login.code.field").waitFor();
  const mail = await mailLeadingTo(scene.house, email, CODE_SCREEN);
  return { link: mail.link, digits: /code=(\d{6})/.exec(mail.link)?.[1] ?? "" };
}

for (const locale of LOCALES) {
  const admin = { as: "admin", locale } as const;
  const mistaken = { ...admin, expected: /status of 422/ };

  scenario(`with a password, on to where one was going, ${locale}`, { locale }, async (scene) => {
    const { page, house, open } = scene;
    await open("/dashboard");
    await page.waitForURL("**/auth/login?redirect=**");
    await showPassword(scene, "employee@regie.example", house.password);
    await page.waitForURL((url) => url.pathname.endsWith("/dashboard"));
  });

  scenario(`with a mailed code, ${locale}`, mistaken, async (scene) => {
    const { page, open } = scene;
    const email = await invite(scene);
    await open("/auth/login");
    const { digits } = await askForCode(scene, email);
    await page.reload();
    const code = field(scene, "login.code.field");
    await code.fill(digits === "000000" ? "000001" : "000000");
    await button(scene, "login.submit").click();
    await page.locator("[aria-invalid=true]").waitFor();
    await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
    await expect.poll(() => code.inputValue()).toBe(digits);
    await button(scene, "login.submit").click();
    await expectSignedIn(scene);
  });

  scenario(`with a mailed link, and only after a click, ${locale}`, admin, async (scene) => {
    const { context, house, open, words } = scene;
    const email = await invite(scene);
    await open("/dashboard");
    const mail = await askForCode(scene, email);
    // As mail is read: in a tab of its own, which knows nothing of the one that asked.
    const page = await context.newPage();
    const tab = { ...scene, page };
    const problems: string[] = [];
    watchForProblems(page, house, problems);
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

  const toGoogle = { locale, expected: AT_GOOGLE };
  scenario(`with Google, on to where one was going, ${locale}`, toGoogle, async (scene) => {
    const { page, open } = scene;
    await open("/dashboard");
    await button(scene, "login.google.continue").click();
    await page.getByRole("button", { name: "Fortin employee@regie.example" }).click();
    await page.waitForURL((url) => url.pathname.endsWith("/dashboard") && url.search === "");
  });

  scenario(`with a Google account of nobody here, ${locale}`, toGoogle, async (scene) => {
    const { page, open, words } = scene;
    await open("/auth/login");
    await button(scene, "login.google.continue").click();
    await page.getByRole("button", { name: "zoe.damours@gmail.com" }).click();
    await page.getByText(words("stores.auth.google.callback.toast.error.null.detail")).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("");
    await page.reload();
    await button(scene, "login.google.continue").waitFor();
  });

  scenario(`turning back at Google, ${locale}`, toGoogle, async (scene) => {
    const { page, open, words } = scene;
    await open("/auth/login?redirect=%2Fclients");
    await button(scene, "login.google.continue").click();
    await page.locator("button[name=cancel]").click();
    await page.getByText(words("login.google.cancelled")).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?redirect=%2Fclients");
  });

  scenario(`with a forgotten password, ${locale}`, mistaken, async (scene) => {
    const { page, house, open } = scene;
    const email = await joinAs(scene);
    const invitation = await mailLeadingTo(house, email, PASSWORD_SCREEN);
    await leave(scene);
    await open("/auth/login");
    await link(scene, "login.forgotten").click();
    await heading(scene, "login.forgot.title").waitFor();
    await field(scene, "login.email").fill(email);
    await button(scene, "login.forgot.send").click();
    await heading(scene, "login.forgot.sent_title").waitFor();
    const reset = await mailLeadingTo(house, email, PASSWORD_SCREEN, invitation.link);
    await follow(page, reset.link);
    await expect.poll(() => new URL(page.url()).hash).toBe("");
    await field(scene, "login.choose.password").fill("trop courte");
    await field(scene, "login.choose.confirmation").fill("trop courte");
    await button(scene, "login.choose.submit").click();
    await page.locator("[aria-invalid=true]").waitFor();
    await choosePassword(scene);
    await expectSignedIn(scene);
  });

  scenario(`with an invitation, once, ${locale}`, mistaken, async (scene) => {
    const { page, house } = scene;
    const email = await joinAs(scene);
    await leave(scene);
    const used = await mailLeadingTo(house, email, PASSWORD_SCREEN);
    await follow(page, used.link);
    await choosePassword(scene);
    await heading(scene, "login.choose.dead_title").waitFor();
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    await link(scene, "login.choose.again").click();
    await heading(scene, "login.forgot.title").waitFor();
  });

  scenario(`an invitation opened in someone else's window, ${locale}`, admin, async (scene) => {
    const { page, context, house } = scene;
    const administrator = await context.cookies();
    const email = await invite(scene);
    const invitation = await mailLeadingTo(house, email, PASSWORD_SCREEN);
    await context.addCookies(administrator);
    await joinAs(scene);
    await follow(page, invitation.link);
    await heading(scene, "login.choose.other_title").waitFor();
    await button(scene, "login.choose.sign_out").click();
    await choosePassword(scene);
    await expectSignedIn(scene);
  });

  scenario(`with an authenticator app as the second step, ${locale}`, mistaken, async (scene) => {
    const { page, api, open } = scene;
    const email = await joinAs(scene);
    const { data } = await api.send<{ data: { secret: string } }>("PUT", "/me/second-factor/totp");
    const path = "/me/second-factor/totp/confirmation";
    const given = await api.send<{ data: { recovery_codes: string[] } }>("PUT", path, {
      code: totpCode(data.secret),
    });
    const [recoveryCode = ""] = given.data.recovery_codes;
    await leave(scene);
    await open("/auth/login?redirect=%2Fdashboard");
    await showPassword(scene, email);
    const code = field(scene, "login.second.totp.field");
    await code.waitFor();
    await page.reload();
    await code.fill(totpCode(data.secret, -5));
    await button(scene, "login.second.submit").click();
    await page.locator("[aria-invalid=true]").waitFor();
    await code.fill(totpCode(data.secret, 1));
    await button(scene, "login.second.submit").click();
    await page.waitForURL((url) => url.pathname.endsWith("/dashboard"));

    await leave(scene);
    await open("/auth/login");
    await showPassword(scene, email);
    await link(scene, "login.second.recovery_code.other").click();
    await field(scene, "login.second.recovery_code.field").fill(recoveryCode);
    await button(scene, "login.second.submit").click();
    await expectSignedIn(scene);
  });

  scenario(`with a passkey as the second step, ${locale}`, admin, async (scene) => {
    const { page, api, open } = scene;
    await plugInAuthenticator(page);
    const email = await joinAs(scene);
    const path = "/me/second-factor/passkeys";
    type Challenge = { data: { options: PublicKeyCredentialCreationOptionsJSON } };
    const { data } = await api.send<Challenge>("PUT", `${path}/challenge`);
    const credential = await page.evaluate(async (options) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
      return JSON.stringify(made);
    }, data.options);
    await api.send("PUT", path, { name: "Clé", credential });
    await leave(scene);
    await open("/auth/login");
    await showPassword(scene, email);
    await button(scene, "login.second.passkey.use").click();
    await expectSignedIn(scene);
  });
}

scenario("the second step is no place to begin", {}, async ({ page, house }) => {
  await page.goto(`${house.origin}/auth/second-factor`);
  await page.waitForURL((url) => url.pathname === "/auth/login");
});
