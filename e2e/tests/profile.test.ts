// One's own account, as people manage it: profile, password, second factor, sessions; and acting in another's place.
import type { BrowserContext, Page } from "@playwright/test";
import { type Account, becomeNewUser, signInAs } from "../support/accounts.ts";
import { Api, post } from "../support/api.ts";
import { expectAccessible } from "../support/pageChecks.ts";
import { addPasskeyDevice } from "../support/passkeys.ts";
import { pageReady } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";
import { totpCode } from "../support/totp.ts";

test.use({ locale: "fr-CA" });

const PASSWORD = "another sentence that is hard to guess";
/** The smallest PNG there is: one red pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==",
  "base64",
);

const button = ({ page, words }: App, key: string, values?: Record<string, string>) =>
  page.getByRole("button", { name: words(key, values), exact: true });
const field = ({ page, words }: App, key: string) =>
  page.getByRole("textbox", { name: words(key) });
const says = ({ page, words }: App, key: string, values?: Record<string, string>) =>
  page.getByText(words(key, values), { exact: true }).first().waitFor();

/** The same person in another browser. */
async function elsewhere(app: App, person: Account): Promise<[Page, BrowserContext]> {
  const context = await app.openContext();
  await signInAs({ context, server: app.server }, person);
  const page = await context.newPage();
  await page.goto(app.server.origin);
  await pageReady(page);
  return [page, context];
}

/** Keeps the codes that are shown once, and goes on. */
async function keepCodes(app: App): Promise<string[]> {
  const { page, words } = app;
  const list = page.getByRole("list", { name: words("profile.factor.codes.list") });
  await list.waitFor();
  const done = button(app, "profile.factor.codes.done");
  await expect(done).toBeDisabled();
  await page.keyboard.press("Escape");
  const codes = await list.getByRole("listitem").allInnerTexts();
  await page.getByLabel(words("profile.factor.codes.kept")).check();
  await done.click();
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
    const { page, open, words } = app;
    await becomeNewUser(app, "employee");
    await open("/");
    await page.getByRole("button", { name: words("shell.account.menu", { name: "" }) }).click();
    await page.getByRole("menuitem", { name: words("shell.account.profile") }).click();
    await page.waitForURL("**/profile");
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      button(app, "profile.picture.choose").click(),
    ]);
    await chooser.setFiles({ name: "me.png", mimeType: "image/png", buffer: PIXEL });
    await says(app, "profile.picture.saved");
    const picture = page.getByRole("button", { name: /Zoé Nouvelle/ }).locator("img");
    const size = () =>
      picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
    await expect.poll(size).toEqual([256, 256]);

    await field(app, "profile.field.first_name").fill("Renée");
    const zone = page.getByRole("combobox", { name: words("profile.field.timezone") });
    await zone.fill("halifax");
    await page.getByRole("option", { name: /Halifax/ }).click();
    await page.getByLabel(words("profile.field.locale")).selectOption("en-us");
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
    const { page, open, words } = app;
    const person = await becomeNewUser(app, "employee");
    const [abroad, context] = await elsewhere(app, person);
    await open("/profile?tab=security");
    await page.getByText(words("profile.password.rule", { length: "15" })).waitFor();
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
    await says(app, "profile.password.changed");
    await abroad.reload();
    await abroad.waitForURL("**/auth/login**");
    await context.close();
    await page.reload();
    await pageReady(page);
    await expect.poll(() => page.url()).toContain("/profile");
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("an authenticator app, its codes and signing in with it", async ({ app }) => {
    const { page, context, open, words } = app;
    const person = await becomeNewUser(app, "employee");
    await open("/profile?tab=security");
    await button(app, "profile.factor.totp.add").click();
    const image = page.getByRole("img", { name: words("profile.factor.totp.qr") });
    const width = () => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    const secret = await page.locator("code").innerText();
    await expectAccessible(page);
    await field(app, "profile.factor.totp.code").fill(totpCode(secret));
    await button(app, "profile.factor.totp.confirm").click();
    const codes = await keepCodes(app);
    expect(codes).toHaveLength(10);
    await says(app, "profile.factor.totp.on");
    await page.getByText(words("profile.password.rule", { length: "8" })).waitFor();

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
    const { page, open, server, words } = app;
    await becomeNewUser(app, "admin");
    await addPasskeyDevice(page);
    const asked: string[] = [];
    await page.route("**/api/v1/**", async (route) => {
      const path = new URL(route.request().url()).pathname;
      asked.push(path);
      if (!path.endsWith("/me")) return route.continue();
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: { two_factor: boolean } };
      await route.fulfill({
        response: answer,
        json: { data: { ...data, must_enrol: !data.two_factor } },
      });
    });
    await open("/clients?sort=-name");
    await page.getByRole("heading", { name: words("profile.enrol.title") }).waitFor();
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expectAccessible(page);
    await addPasskey(app, "Clef du test");
    expect(asked.filter((path) => !path.startsWith("/api/v1/me"))).toEqual([]);
    await keepCodes(app);
    await page.waitForURL((url) => url.pathname.endsWith("/clients"));
    await expect.poll(() => new URL(page.url()).search).toBe("?sort=-name");
    await page.goto(`${server.origin}/profile?tab=security`);
    await page.getByText("Clef du test").waitFor();
    await button(app, "profile.factor.passkey.remove_named", { name: "Clef du test" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: words("profile.factor.passkey.remove"), exact: true })
      .click();
    await says(app, "profile.factor.passkey.removed");
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("where I am signed in, and no longer", async ({ app }) => {
    const { page, open, words } = app;
    const person = await becomeNewUser(app, "employee");
    const [first, one] = await elsewhere(app, person);
    const [second, two] = await elsewhere(app, person);
    await open("/profile?tab=sessions");
    const lines = page.getByRole("main").getByRole("listitem");
    await expect(lines).toHaveCount(3);
    await lines.first().getByText(words("profile.sessions.this")).waitFor();
    await lines.nth(1).getByRole("button").click();
    await expect(lines).toHaveCount(2);
    await button(app, "profile.sessions.end_others").click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: words("profile.sessions.end_others"), exact: true })
      .click();
    await expect(lines).toHaveCount(1);
    await says(app, "profile.sessions.only");
    for (const abroad of [first, second]) {
      await abroad.reload();
      await abroad.waitForURL("**/auth/login**");
    }
    await Promise.all([one.close(), two.close()]);
  });
});

test.describe(() => {
  test.use({ role: "super_admin" });

  // The fifth of its screens is one that does not exist.
  test("an impersonation is always visible", async ({ app }) => {
    const { page, open, api, words, server } = app;
    const { data } = await api.get<{ data: { api_id: string; name: string }[] }>(
      "/users?search=lie+Fortin",
    );
    const target = data[0] as { api_id: string; name: string };
    await becomeNewUser(app, "admin");
    await api.send("POST", `/impersonated-users/${target.api_id}`, { reason: "test" });
    const bar = page.getByRole("region", { name: words("shell.impersonation.label") });
    for (const path of ["/", "/dashboard", "/clients", "/profile", "/no/such/page"]) {
      await open(path);
      await bar.waitFor();
      const acting = words("shell.impersonation.acting", { name: target.name });
      await bar.getByText(acting).waitFor();
      await expect.poll(async () => (await bar.boundingBox())?.y).toBe(0);
    }
    await expect.poll(async () => (await bar.boundingBox())?.height).toBe(36);
    await open("/profile?tab=security");
    await says(app, "profile.acting.title", { name: target.name });
    await expectAccessible(page);
    await page.emulateMedia({ media: "print" });
    await expect(bar).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await bar.getByRole("button", { name: words("shell.impersonation.stop") }).click();
    await bar.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /Zoé Nouvelle/ }).waitFor();
    // Who one is again is known before one is led back to where it began.
    await page.waitForURL(`**/admin/users/${target.api_id}/view`);
    await page.goto(`${server.origin}/`);
    await pageReady(page);
    await expect(bar).toHaveCount(0);
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("a user whose roles were taken away", async ({ app }) => {
    const { page, server, words } = app;
    const person = await becomeNewUser(app, "employee");
    const api = new Api(await app.openContext("admin"), server);
    await api.send("PATCH", `/users/${person.api_id}`, { roles: [] });
    await signInAs(app, person);
    await page.goto(`${server.origin}/clients?sort=-name`);
    await page.waitForURL("**/deactivated");
    await says(app, "errors.deactivated.ask");
    await expectAccessible(page);
    const again = page.getByRole("button", { name: words("common.reload") });
    // Asked for before the click: without it the page before would do for all that follows.
    await Promise.all([page.waitForEvent("load"), again.click()]);
    await page.waitForURL("**/deactivated");
    await says(app, "errors.deactivated.ask");
    await api.send("PATCH", `/users/${person.api_id}`, { roles: ["employee"] });
    await signInAs(app, person);
    await again.click();
    await page.waitForURL((url) => !url.pathname.includes("deactivated"));
    await page.getByRole("button", { name: /Zoé Nouvelle/ }).waitFor();
  });
});
