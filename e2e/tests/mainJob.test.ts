// Tests the main job from sign-in to sign-out, with screens only.
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { chooseLanguage } from "../support/shell.ts";
import { type App, expect, test } from "../support/test.ts";
import { translate } from "../support/translate.ts";

const FIXED = { "en-us": "Fixed-price", "fr-ca": "Prix fixe" } as const;
const OWN_NAME = { "en-us": "English", "fr-ca": "Français" } as const;

for (const locale of ["en-US", "fr-CA"]) {
  test.describe(() => {
    test.use({ locale });

    test(`the main job, starting in ${locale}`, async ({ app }) => {
      await signInByHand(app);
      await readAClientsBilling(app);
      const name = `${await createFromAWonDeal(app)} (${locale})`;
      await renameAndComplete(app, name);
      await archive(app, name);
      await switchLanguage(app);
      await signOut(app);
    });
  });
}

async function signInByHand({ page, server, t, locale }: App): Promise<void> {
  await page.goto(server.origin);
  await page.waitForURL("**/auth/login**");
  await page.getByLabel(t("login.email")).fill("account_manager@regie.example");
  await page.getByLabel(t("login.password"), { exact: true }).fill(server.password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.includes("/auth/"));
  // The URL changes before the screen; only signed-in screens have the sidebar.
  await page.locator('nav a[href$="/dashboard"]').first().waitFor();
  await waitForPage(page);
  // Signing in applies the user's language; this test continues in its own.
  const shown = (await page.locator("html").getAttribute("lang"))?.toLowerCase();
  if (shown !== locale) await chooseLanguage(page, OWN_NAME[locale]);
  await page.getByRole("region", { name: t("home.figures") }).waitFor();
}

async function readAClientsBilling({ page, t }: App): Promise<void> {
  await follow(page, t("shell.nav.clients"));
  const clients = page.getByRole("table", { name: t("clients.title") });
  await clients.locator("tbody tr th a").first().waitFor();
  await follow(page, t("shell.nav.receivables"));
  const receivables = page.getByRole("table", { name: t("receivables.by_client.title") });
  const client = receivables.locator('tbody a[href*="/clients/"]');
  const name = await client.first().innerText();
  await client.filter({ hasText: name }).first().click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await page.getByRole("button", { name: t("ui.more_actions", { name }), exact: true }).click();
  await page.getByRole("menuitem", { name: t("clients.billing"), exact: true }).click();
  await page.waitForURL("**/billing");
  await page
    .getByRole("heading", { level: 1, name: t("clients.billing_title", { name }) })
    .waitFor();
  await page.locator("tbody tr").first().waitFor();
}

/** The name of the deal, which is also the project's first name. */
async function createFromAWonDeal({ page, t, open, locale }: App): Promise<string> {
  await open("/projects/create");
  const deals = page
    .getByRole("table", { name: t("projects.create.deals") })
    .locator("tbody tr")
    .filter({ hasText: FIXED[locale] })
    // A deal of an unknown client requires a client first, which another test covers.
    .filter({ has: page.locator('a[href*="/clients/"]') })
    .locator("th a");
  const name = await deals.first().innerText();
  await deals.filter({ hasText: name }).first().click();
  await page.waitForURL("**/projects/create?deal=**");
  const save = page.getByRole("button", { name: t("form.create"), exact: true });
  const kind = page.locator('main a[href*="kind=fixed"]');
  await save.or(kind).first().waitFor();
  if (await kind.isVisible()) await kind.click();
  await save.waitFor();
  await expect(page.getByLabel(t("projects.field.name"))).toHaveValue(name);
  await expectAccessible(page);
  await save.click();
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}\/view/);
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return name;
}

async function renameAndComplete({ page, t }: App, name: string): Promise<void> {
  await page.getByRole("link", { name: t("projects.edit"), exact: true }).click();
  await page.waitForURL("**/edit");
  await page.getByLabel(t("projects.field.name")).fill(name);
  const status = page.getByLabel(t("projects.field.status"));
  const closed = (await status.locator('option[value="ended"]').count()) ? "ended" : "completed";
  await status.selectOption(closed);
  await page.getByRole("button", { name: t("form.save"), exact: true }).click();
  await page.waitForURL("**/view");
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

async function archive({ page, t }: App, name: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expectListed(page, t, name, true);
  await page.getByRole("link", { name }).first().click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await page.getByRole("button", { name: t("ui.more_actions", { name }) }).click();
  await page.getByRole("menuitem", { name: t("projects.archive.action") }).click();
  await page.getByText(t("projects.archive.done", { name })).waitFor();
  await page.getByText(t("projects.archived"), { exact: true }).first().waitFor();
  await expectListed(page, t, name, false);
}

/** Whether the lists of the three kinds contain the project. */
async function expectListed(page: Page, t: App["t"], name: string, expected: boolean) {
  const found: string[] = [];
  await follow(page, t("shell.nav.projects"));
  for (const kind of ["fixed", "oos", "retainer"]) {
    await follow(page, t(`shell.nav.${kind}`));
    const list = t(`projects.kind.${kind}`);
    const search = page.getByRole("searchbox", { name: t("table.search_in", { list }) });
    await Promise.all([waitForSearch(page, kind, name), search.fill(name)]);
    const row = page.getByRole("region", { name: list }).getByRole("link", { name }).first();
    // Rows change a moment after the response; the previous ones stay until then.
    if (expected)
      await row
        .or(page.getByText(t("table.no_match.title")))
        .first()
        .waitFor();
    else await row.waitFor({ state: "detached" });
    if (await row.count()) {
      found.push(kind);
      break;
    }
  }
  expect(found).toHaveLength(expected ? 1 : 0);
}

/** Waits for the response to this search; an earlier result may be shown at once. */
function waitForSearch(page: Page, kind: string, name: string) {
  return page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url());
    const isList = pathname.endsWith("/projects") && searchParams.get("kind") === kind;
    return isList && searchParams.get("search") === name;
  });
}

async function switchLanguage({ page, locale }: App): Promise<void> {
  const other = locale === "en-us" ? "fr-ca" : "en-us";
  const path = page.url();
  // The account, from which the reloaded page reads its language, is saved meanwhile.
  const saved = page.waitForResponse((response) => response.url().endsWith("/profile"));
  await chooseLanguage(page, OWN_NAME[other]);
  expect((await saved).ok()).toBe(true);
  await page
    .getByRole("link", { name: translate(other, "shell.nav.clients"), exact: true })
    .waitFor();
  const tag = other === "fr-ca" ? "fr-CA" : "en-US";
  await expect(page.locator("html")).toHaveAttribute("lang", tag);
  await expect.poll(() => new URL(page.url()).search).toBe(new URL(path).search);
  await page.reload();
  await page
    .getByRole("link", { name: translate(other, "shell.nav.clients"), exact: true })
    .waitFor();
}

async function signOut({ page, locale, context, server }: App): Promise<void> {
  const other = locale === "en-us" ? "fr-ca" : "en-us";
  await page.getByRole("banner").getByRole("button").last().click();
  await page.getByRole("menuitem", { name: translate(other, "shell.account.sign_out") }).click();
  await page.waitForURL("**/auth/login**");
  const me = await context.request.get(`${server.origin}/api/v1/me`);
  expect(me.status()).toBe(401);
}

async function follow(page: Page, name: string): Promise<void> {
  const link = page.getByRole("navigation").getByRole("link", { name, exact: true }).first();
  await link.click();
  await page.locator('aside a[aria-current="page"]').getByText(name, { exact: true }).waitFor();
  await waitForPage(page);
}
