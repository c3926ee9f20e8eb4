// One's own account, as people manage it: profile, password, second factor, sessions; and acting in another's place.
import type { BrowserContext, Page } from "playwright-core";
import { expect, inject } from "vitest";
import { plugInAuthenticator } from "../harness/authenticator.ts";
import { sharedBrowser } from "../harness/browser.ts";
import { becomeNewcomer, type Newcomer, post, signInAs } from "../harness/newcomer.ts";
import { expectAccessible, type Scene, scenario } from "../harness/scenario.ts";
import { Api, LOCALES } from "../harness/session.ts";
import { settled } from "../harness/settled.ts";
import { totpCode } from "../harness/totp.ts";

const PASSWORD = "another sentence that nobody guesses";
/** The smallest PNG there is: one red pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==",
  "base64",
);

const button = ({ page, words }: Scene, key: string, values?: Record<string, string>) =>
  page.getByRole("button", { name: words(key, values), exact: true });
const field = ({ page, words }: Scene, key: string) =>
  page.getByRole("textbox", { name: words(key) });
const says = ({ page, words }: Scene, key: string, values?: Record<string, string>) =>
  page.getByText(words(key, values), { exact: true }).first().waitFor();

/** The same person in another browser. */
async function elsewhere(scene: Scene, person: Newcomer): Promise<[Page, BrowserContext]> {
  const context = await (await sharedBrowser()).newContext();
  await signInAs({ context, house: scene.house }, person);
  const page = await context.newPage();
  await page.goto(scene.house.origin);
  await settled(page);
  return [page, context];
}

/** Keeps the codes that are shown once, and goes on. */
async function keepCodes(scene: Scene): Promise<string[]> {
  const { page, words } = scene;
  const list = page.getByRole("list", { name: words("profile.factor.codes.list") });
  await list.waitFor();
  const done = button(scene, "profile.factor.codes.done");
  await expect.poll(() => done.isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  const codes = await list.getByRole("listitem").allInnerTexts();
  await page.getByLabel(words("profile.factor.codes.kept")).check();
  await done.click();
  await list.waitFor({ state: "detached" });
  return codes;
}

async function addPasskey(scene: Scene, name: string): Promise<void> {
  await button(scene, "profile.factor.passkey.add").click();
  await field(scene, "profile.factor.passkey.name").fill(name);
  await button(scene, "profile.factor.passkey.continue").click();
}

for (const locale of LOCALES) {
  const other = locale === "fr-ca" ? "en-us" : "fr-ca";
  const admin = { as: "admin", locale } as const;
  /** May invite administrators, too. */
  const owner = { as: "super_admin", locale } as const;

  scenario(`my name, picture and language, ${locale}`, admin, async (scene) => {
    const { page, open, words } = scene;
    await becomeNewcomer(scene, "employee");
    await open("/");
    await page.getByRole("button", { name: words("shell.account.menu", { name: "" }) }).click();
    await page.getByRole("menuitem", { name: words("shell.account.profile") }).click();
    await page.waitForURL("**/profile");
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      button(scene, "profile.picture.choose").click(),
    ]);
    await chooser.setFiles({ name: "me.png", mimeType: "image/png", buffer: PIXEL });
    await says(scene, "profile.picture.saved");
    const picture = page.getByRole("button", { name: /Zoé Nouvelle/ }).locator("img");
    const size = () =>
      picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
    await expect.poll(size).toEqual([256, 256]);

    await field(scene, "profile.field.first_name").fill("Renée");
    const zone = page.getByRole("combobox", { name: words("profile.field.timezone") });
    await zone.fill("halifax");
    await page.getByRole("option", { name: /Halifax/ }).click();
    await page.getByLabel(words("profile.field.locale")).selectOption(other);
    await button(scene, "form.save").click();
    const tag = other === "fr-ca" ? "fr-CA" : "en-US";
    await page.waitForFunction((lang) => document.documentElement.lang === lang, tag);
    const account = /Renée Nouvelle/;
    await page.getByRole("button", { name: account }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: account }).waitFor();
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe(tag);
  });

  const refused = { ...admin, expected: /status of (401|422)/ };
  scenario(`a new password ends my other sessions, ${locale}`, refused, async (scene) => {
    const { page, open, words } = scene;
    const person = await becomeNewcomer(scene, "employee");
    const [abroad, context] = await elsewhere(scene, person);
    await open("/profile?tab=security");
    await page.getByText(words("profile.password.rule", { length: "15" })).waitFor();
    const current = field(scene, "profile.password.current");
    await current.fill("not this one");
    await field(scene, "profile.password.new").fill("too short");
    await button(scene, "profile.password.change").click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    await field(scene, "profile.password.new").fill(PASSWORD);
    await button(scene, "profile.password.change").click();
    await page.waitForFunction(() => document.activeElement?.matches("[name=current_password]"));
    await current.fill(person.password);
    await button(scene, "profile.password.change").click();
    await says(scene, "profile.password.changed");
    await abroad.reload();
    await abroad.waitForURL("**/auth/login**");
    await context.close();
    await page.reload();
    await settled(page);
    await expect.poll(() => page.url()).toContain("/profile");
  });

  scenario(
    `an authenticator app, its codes and signing in with it, ${locale}`,
    admin,
    async (scene) => {
      const { page, context, open, words } = scene;
      const person = await becomeNewcomer(scene, "employee");
      await open("/profile?tab=security");
      await button(scene, "profile.factor.totp.add").click();
      const image = page.getByRole("img", { name: words("profile.factor.totp.qr") });
      const width = () => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth);
      await expect.poll(width).toBeGreaterThan(0);
      const secret = await page.locator("code").innerText();
      await expectAccessible(page);
      await field(scene, "profile.factor.totp.code").fill(totpCode(secret));
      await button(scene, "profile.factor.totp.confirm").click();
      const codes = await keepCodes(scene);
      expect(codes).toHaveLength(10);
      await says(scene, "profile.factor.totp.on");
      await page.getByText(words("profile.password.rule", { length: "8" })).waitFor();

      await signInAs(scene, person);
      const signedOut = await context.request.get(`${scene.house.origin}/api/v1/me`);
      expect(signedOut.status()).toBe(401);
      await post(context, scene.house.origin, "/auth/second-factor", { code: totpCode(secret, 1) });
      await page.reload();
      await button(scene, "profile.factor.totp.remove").waitFor();
    },
  );

  scenario(`an administrator who must set up a passkey first, ${locale}`, owner, async (scene) => {
    const { page, open, house, words } = scene;
    await becomeNewcomer(scene, "admin");
    await plugInAuthenticator(page);
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
    await expect.poll(() => page.getByRole("navigation").count()).toBe(0);
    await expectAccessible(page);
    await addPasskey(scene, "Clef du test");
    expect(asked.filter((path) => !path.startsWith("/api/v1/me"))).toEqual([]);
    await keepCodes(scene);
    await page.waitForURL((url) => url.pathname.endsWith("/clients"));
    await expect.poll(() => new URL(page.url()).search).toBe("?sort=-name");
    await page.goto(`${house.origin}/profile?tab=security`);
    await page.getByText("Clef du test").waitFor();
    await button(scene, "profile.factor.passkey.remove_named", { name: "Clef du test" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: words("profile.factor.passkey.remove"), exact: true })
      .click();
    await says(scene, "profile.factor.passkey.removed");
  });

  scenario(`where I am signed in, and no longer, ${locale}`, admin, async (scene) => {
    const { page, open, words } = scene;
    const person = await becomeNewcomer(scene, "employee");
    const [first, one] = await elsewhere(scene, person);
    const [second, two] = await elsewhere(scene, person);
    await open("/profile?tab=sessions");
    const lines = page.getByRole("main").getByRole("listitem");
    await expect.poll(() => lines.count()).toBe(3);
    await lines.first().getByText(words("profile.sessions.this")).waitFor();
    await lines.nth(1).getByRole("button").click();
    await expect.poll(() => lines.count()).toBe(2);
    await button(scene, "profile.sessions.end_others").click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: words("profile.sessions.end_others"), exact: true })
      .click();
    await expect.poll(() => lines.count()).toBe(1);
    await says(scene, "profile.sessions.only");
    for (const abroad of [first, second]) {
      await abroad.reload();
      await abroad.waitForURL("**/auth/login**");
    }
    await Promise.all([one.close(), two.close()]);
  });

  // The fifth of its screens is one that does not exist.
  scenario(`acting as somebody is always in sight, ${locale}`, owner, async (scene) => {
    const { page, open, api, words, house } = scene;
    const { data } = await api.get<{ data: { api_id: string; name: string }[] }>(
      "/users?search=lie+Fortin",
    );
    const somebody = data[0] as { api_id: string; name: string };
    await becomeNewcomer(scene, "admin");
    await api.send("POST", `/impersonated-users/${somebody.api_id}`, { reason: "test" });
    const bar = page.getByRole("region", { name: words("shell.impersonation.label") });
    for (const path of ["/", "/dashboard", "/clients", "/profile", "/no/such/page"]) {
      await open(path);
      await bar.waitFor();
      const acting = words("shell.impersonation.acting", { name: somebody.name });
      await bar.getByText(acting).waitFor();
      await expect.poll(async () => (await bar.boundingBox())?.y).toBe(0);
    }
    await expect.poll(async () => (await bar.boundingBox())?.height).toBe(36);
    await open("/profile?tab=security");
    await says(scene, "profile.acting.title", { name: somebody.name });
    await expectAccessible(page);
    await page.emulateMedia({ media: "print" });
    await expect.poll(() => bar.isVisible()).toBe(true);
    await page.emulateMedia({ media: "screen" });
    await bar.getByRole("button", { name: words("shell.impersonation.stop") }).click();
    await bar.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /Zoé Nouvelle/ }).waitFor();
    // Who one is again is known before one is led back to where it began.
    await page.waitForURL(`**/admin/users/${somebody.api_id}/view`);
    await page.goto(`${house.origin}/`);
    await settled(page);
    await expect.poll(() => bar.count()).toBe(0);
  });

  scenario(`somebody whose roles were taken away, ${locale}`, admin, async (scene) => {
    const { page, house, words } = scene;
    const person = await becomeNewcomer(scene, "employee");
    const office = await (await sharedBrowser()).newContext();
    await office.addCookies(inject("sessions").admin);
    const api = new Api(office, house);
    await api.send("PATCH", `/users/${person.api_id}`, { roles: [] });
    await signInAs(scene, person);
    await page.goto(`${house.origin}/clients?sort=-name`);
    await page.waitForURL("**/deactivated");
    await says(scene, "errors.deactivated.ask");
    await expectAccessible(page);
    const again = page.getByRole("button", { name: words("common.reload") });
    // Asked for before the click: without it the page before would do for all that follows.
    await Promise.all([page.waitForEvent("load"), again.click()]);
    await page.waitForURL("**/deactivated");
    await says(scene, "errors.deactivated.ask");
    await api.send("PATCH", `/users/${person.api_id}`, { roles: ["employee"] });
    await signInAs(scene, person);
    await again.click();
    await page.waitForURL((url) => !url.pathname.includes("deactivated"));
    await page.getByRole("button", { name: /Zoé Nouvelle/ }).waitFor();
    await office.close();
  });
}
