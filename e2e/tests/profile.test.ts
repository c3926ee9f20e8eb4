// Tests the user's own account: profile, password, second factor, sessions; and signing in as another user.
import type { BrowserContext, Page } from "@playwright/test";
import { type Account, becomeNewUser, signInAs } from "../support/accounts.ts";
import { Api, post } from "../support/api.ts";
import { expectAccessible } from "../support/pageChecks.ts";
import { addPasskeyDevice } from "../support/passkeys.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";
import { totpCode } from "../support/totp.ts";

test.use({ locale: "fr-CA" });

const PASSWORD = "another sentence that is hard to guess";
/** The smallest PNG: one red pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==",
  "base64",
);

const button = ({ page, t }: App, key: string, values?: Record<string, string>) =>
  page.getByRole("button", { name: t(key, values), exact: true });
const field = ({ page, t }: App, key: string) => page.getByRole("textbox", { name: t(key) });
const expectText = ({ page, t }: App, key: string, values?: Record<string, string>) =>
  page.getByText(t(key, values), { exact: true }).first().waitFor();

/** The same user in another browser. */
async function openAnotherBrowser(app: App, person: Account): Promise<[Page, BrowserContext]> {
  const context = await app.openContext();
  await signInAs({ context, server: app.server }, person);
  const page = await context.newPage();
  await page.goto(app.server.origin);
  await waitForPage(page);
  return [page, context];
}

/** Saves the recovery codes, which are shown once, and continues. */
async function saveRecoveryCodes(app: App): Promise<string[]> {
  const { page, t } = app;
  const list = page.getByRole("list", { name: t("profile.factor.codes.list") });
  await list.waitFor();
  const continueButton = button(app, "profile.factor.codes.done");
  await expect(continueButton).toBeDisabled();
  await page.keyboard.press("Escape");
  const codes = await list.getByRole("listitem").allInnerTexts();
  await page.getByLabel(t("profile.factor.codes.saved")).check();
  await continueButton.click();
  await list.waitFor({ state: "detached" });
  return codes;
}

async function addPasskey(app: App, name: string): Promise<void> {
  await button(app, "profile.factor.passkey.add").click();
  await field(app, "profile.factor.passkey.name").fill(name);
  await button(app, "profile.factor.passkey.continue").click();
}

test.describe(() => {
  test.use({ role: "admin" });

  test("my name, picture and language", async ({ app }) => {
    const { page, open, t } = app;
    await becomeNewUser(app, "employee");
    await open("/");
    await page.getByRole("button", { name: t("shell.account.menu", { name: "" }) }).click();
    await page.getByRole("menuitem", { name: t("shell.account.profile") }).click();
    await page.waitForURL("**/profile");
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      button(app, "profile.picture.choose").click(),
    ]);
    await chooser.setFiles({ name: "me.png", mimeType: "image/png", buffer: PIXEL });
    await expectText(app, "profile.picture.saved");
    const picture = page.getByRole("button", { name: /Zoé Nouvelle/ }).locator("img");
    const size = () =>
      picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
    await expect.poll(size).toEqual([256, 256]);

    await field(app, "profile.field.first_name").fill("Renée");
    const zone = page.getByRole("combobox", { name: t("profile.field.timezone") });
    await zone.fill("halifax");
    await page.getByRole("option", { name: /Halifax/ }).click();
    await page.getByLabel(t("profile.field.locale")).selectOption("en-us");
    await button(app, "form.save").click();
    const tag = "en-US";
    await page.waitForFunction((lang) => document.documentElement.lang === lang, tag);
    const account = /Renée Nouvelle/;
    await page.getByRole("button", { name: account }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: account }).waitFor();
    await expect(page.locator("html")).toHaveAttribute("lang", tag);
  });
});

test.describe(() => {
  test.use({ role: "admin", expectedProblems: /status of (401|422)/ });

  test("a new password ends my other sessions", async ({ app }) => {
    const { page, open, t } = app;
    const person = await becomeNewUser(app, "employee");
    const [otherPage, context] = await openAnotherBrowser(app, person);
    await open("/profile?tab=security");
    await page.getByText(t("profile.password.rule", { length: "15" })).waitFor();
    const current = field(app, "profile.password.current");
    await current.fill("not this one");
    await field(app, "profile.password.new").fill("too short");
    await button(app, "profile.password.change").click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    await field(app, "profile.password.new").fill(PASSWORD);
    await button(app, "profile.password.change").click();
    await page.waitForFunction(() => document.activeElement?.matches("[name=current_password]"));
    await current.fill(person.password);
    await button(app, "profile.password.change").click();
    await expectText(app, "profile.password.changed");
    await otherPage.reload();
    await otherPage.waitForURL("**/auth/login**");
    await context.close();
    await page.reload();
    await waitForPage(page);
    await expect.poll(() => page.url()).toContain("/profile");
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("an authenticator app, its recovery codes and a sign-in with it", async ({ app }) => {
    const { page, context, open, t } = app;
    const person = await becomeNewUser(app, "employee");
    await open("/profile?tab=security");
    await button(app, "profile.factor.totp.add").click();
    const image = page.getByRole("img", { name: t("profile.factor.totp.qr") });
    const width = () => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    const secret = await page.locator("code").innerText();
    await expectAccessible(page);
    await field(app, "profile.factor.totp.code").fill(totpCode(secret));
    await button(app, "profile.factor.totp.confirm").click();
    const codes = await saveRecoveryCodes(app);
    expect(codes).toHaveLength(10);
    await expectText(app, "profile.factor.totp.on");
    await page.getByText(t("profile.password.rule", { length: "8" })).waitFor();

    await signInAs(app, person);
    const signedOut = await context.request.get(`${app.server.origin}/api/v1/me`);
    expect(signedOut.status()).toBe(401);
    await post(context, app.server.origin, "/auth/second-factor", { code: totpCode(secret, 1) });
    await page.reload();
    await button(app, "profile.factor.totp.remove").waitFor();
  });
});

test.describe(() => {
  test.use({ role: "super_admin" });

  test("an administrator who must set up a passkey first", async ({ app }) => {
    const { page, open, server, t } = app;
    await becomeNewUser(app, "admin");
    await addPasskeyDevice(page);
    const requested: string[] = [];
    await page.route("**/api/v1/**", async (route) => {
      const path = new URL(route.request().url()).pathname;
      requested.push(path);
      if (!path.endsWith("/me")) return route.continue();
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { two_factor: boolean } };
      await route.fulfill({
        response,
        json: { data: { ...data, must_enrol: !data.two_factor } },
      });
    });
    await open("/clients?sort=-name");
    await page.getByRole("heading", { name: t("profile.enrol.title") }).waitFor();
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expectAccessible(page);
    await addPasskey(app, "Clef du test");
    expect(requested.filter((path) => !path.startsWith("/api/v1/me"))).toEqual([]);
    await saveRecoveryCodes(app);
    await page.waitForURL((url) => url.pathname.endsWith("/clients"));
    await expect.poll(() => new URL(page.url()).search).toBe("?sort=-name");
    await page.goto(`${server.origin}/profile?tab=security`);
    await page.getByText("Clef du test").waitFor();
    await button(app, "profile.factor.passkey.remove_named", { name: "Clef du test" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("profile.factor.passkey.remove"), exact: true })
      .click();
    await expectText(app, "profile.factor.passkey.removed");
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("sessions are listed and ended", async ({ app }) => {
    const { page, open, t } = app;
    const person = await becomeNewUser(app, "employee");
    const [first, one] = await openAnotherBrowser(app, person);
    const [second, two] = await openAnotherBrowser(app, person);
    await open("/profile?tab=sessions");
    const lines = page.getByRole("main").getByRole("listitem");
    await expect(lines).toHaveCount(3);
    await lines.first().getByText(t("profile.sessions.this")).waitFor();
    await lines.nth(1).getByRole("button").click();
    await expect(lines).toHaveCount(2);
    await button(app, "profile.sessions.end_others").click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("profile.sessions.end_others"), exact: true })
      .click();
    await expect(lines).toHaveCount(1);
    await expectText(app, "profile.sessions.only");
    for (const sessionPage of [first, second]) {
      await sessionPage.reload();
      await sessionPage.waitForURL("**/auth/login**");
    }
    await Promise.all([one.close(), two.close()]);
  });
});

test.describe(() => {
  // One of its screens does not exist.
  test.use({ role: "super_admin", expectedProblems: /status of 404/ });

  test("an impersonation is always visible", async ({ app }) => {
    const { page, open, api, t, server, locale } = app;
    const { data } = await api.get<{ data: { api_id: string; name: string }[] }>(
      "/users?search=lie+Fortin",
    );
    const target = data[0] as { api_id: string; name: string };
    await api.send("PATCH", `/users/${target.api_id}`, { locale });
    await becomeNewUser(app, "admin");
    await api.send("POST", `/impersonated-users/${target.api_id}`, { reason: "test" });
    const bar = page.getByRole("region", { name: t("shell.impersonation.label") });
    for (const path of ["/", "/dashboard", "/clients", "/profile", "/no/such/page"]) {
      await open(path);
      await bar.waitFor();
      const impersonationText = t("shell.impersonation.acting", { name: target.name });
      await bar.getByText(impersonationText).waitFor();
      await expect.poll(async () => (await bar.boundingBox())?.y).toBe(0);
    }
    await expect.poll(async () => (await bar.boundingBox())?.height).toBe(36);
    await open("/profile?tab=security");
    await expectText(app, "profile.acting.title", { name: target.name });
    await expectAccessible(page);
    await page.emulateMedia({ media: "print" });
    await expect(bar).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await bar.getByRole("button", { name: t("shell.impersonation.stop") }).click();
    await bar.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /Zoé Nouvelle/ }).waitFor();
    // The session changes before the navigation to the user's page.
    await page.waitForURL(`**/admin/users/${target.api_id}/view`);
    await page.goto(`${server.origin}/`);
    await waitForPage(page);
    await expect(bar).toHaveCount(0);
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("a user whose roles were removed", async ({ app }) => {
    const { page, server, t } = app;
    const person = await becomeNewUser(app, "employee");
    const api = new Api(await app.openContext("admin"), server);
    await api.send("PATCH", `/users/${person.api_id}`, { roles: [] });
    await signInAs(app, person);
    await page.goto(`${server.origin}/clients?sort=-name`);
    await page.waitForURL("**/deactivated");
    await expectText(app, "errors.deactivated.ask");
    await expectAccessible(page);
    const retryButton = page.getByRole("button", { name: t("common.reload") });
    // Waits from before the click, or the previous page would satisfy what follows.
    await Promise.all([page.waitForEvent("load"), retryButton.click()]);
    await page.waitForURL("**/deactivated");
    await expectText(app, "errors.deactivated.ask");
    await api.send("PATCH", `/users/${person.api_id}`, { roles: ["employee"] });
    await signInAs(app, person);
    await retryButton.click();
    await page.waitForURL((url) => !url.pathname.includes("deactivated"));
    await page.getByRole("button", { name: /Zoé Nouvelle/ }).waitFor();
  });
});
