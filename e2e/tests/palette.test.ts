// Tests the command palette: from every screen, by keyboard, to screens, actions and records, in both languages.
import type { Locator, Page } from "@playwright/test";
import type { Role } from "../support/api.ts";
import { emulateScheme, expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { expectFocus, waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

const findPalette = ({ page, t }: App): Locator =>
  page.getByRole("dialog", { name: t("palette.title") });
const findField = (app: App): Locator => findPalette(app).getByRole("combobox");
const paletteButton = ({ page, t }: App): Locator =>
  page.getByRole("banner").getByRole("button", { name: t("ui.search_everything") });

/** Ctrl-K, once the header listens for it. */
async function openPalette(app: App, path = "/"): Promise<Locator> {
  await app.open(path);
  await pressPaletteKeys(app);
  return findPalette(app);
}

async function pressPaletteKeys(app: App): Promise<void> {
  await paletteButton(app).waitFor();
  await app.page.keyboard.press("Control+k");
  await expectFocus(findField(app));
}

async function activeOption(app: App): Promise<string> {
  const id = await findField(app).getAttribute("aria-activedescendant");
  return id ? app.page.locator(`[id="${id}"]`).innerText() : "";
}

async function type(app: App, text: string): Promise<void> {
  await findField(app).fill(text);
  await expect
    .poll(() => findPalette(app).getByRole("listbox").getAttribute("aria-busy"))
    .toBe("false");
}

interface Named {
  api_id: string;
  name: string;
}

async function first(app: App, path: string): Promise<Named> {
  const [found] = (await app.api.get<{ data: Named[] }>(`${path}?per_page=1`)).data;
  if (!found) throw new Error(`Nothing in ${path}`);
  return found;
}

/** Typed in either language on a page in either: the first result and its target. */
const TYPED: readonly [typed: string, role: Role, path: RegExp][] = [
  ["facture", "admin", /\/invoices$/],
  ["bills", "admin", /\/invoices$/],
  ["tableau de bord", "employee", /\/dashboard$/],
  ["equipes", "employee", /\/teams$/],
  ["mot de passe", "employee", /\/profile$/],
  ["new client", "account_manager", /\/clients\?edit=new$/],
  ["nouveau projet", "admin", /\/projects\/create\?kind=fixed$/],
  ["overdue invoices", "admin", /\/invoices\?status=overdue$/],
  ["inviter", "admin", /\/admin\/users\/create$/],
  ["renouvellements", "account_manager", /\/projects\/retainer\?.*renews_to=/],
  ["journal activite", "admin", /\/admin\/activity$/],
];

for (const locale of ["en-US", "fr-CA"]) {
  for (const role of ["admin", "account_manager", "employee"] as const) {
    test.describe(() => {
      test.use({ role, locale });

      test(`texts in either language find targets for ${role}, ${locale}`, async ({ app }) => {
        await app.open("/");
        for (const [typed, , path] of TYPED.filter(([, typedAs]) => typedAs === role)) {
          await test.step(typed, async () => {
            await pressPaletteKeys(app);
            await type(app, typed);
            await app.page.keyboard.press("Enter");
            await app.page.waitForURL(path);
            await findPalette(app).waitFor({ state: "hidden" });
          });
        }
      });
    });
  }
}

test.describe(() => {
  test.use({ role: "admin" });

  test("a record is found without accents, opened, and then listed as recent", async ({ app }) => {
    const { page, t } = app;
    const client = await first(app, "/clients");
    await openPalette(app);
    const plain = client.name.normalize("NFD").replace(/\p{Diacritic}/gu, "");
    await type(app, plain.toLowerCase());
    await expect.poll(() => activeOption(app)).toContain(client.name);
    expect(await activeOption(app)).toContain(t("palette.kind.client"));
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`/clients/${client.api_id}/view$`));
    await expectFocus(page.getByRole("heading", { level: 1 }));
    const menu = page.getByRole("navigation", { name: t("shell.main_navigation") });
    await menu.getByRole("link", { name: t("shell.nav.people"), exact: true }).click();
    await menu.getByRole("link", { name: t("shell.nav.teams"), exact: true }).click();
    await page.waitForURL(/\/teams$/);
    await page.keyboard.press("Control+k");
    const recent = findPalette(app).getByRole("group", { name: t("palette.section.recent") });
    await recent.getByRole("option").filter({ hasText: client.name }).waitFor();
  });

  test("the arrows wrap around, Escape closes and returns the focus", async ({ app }) => {
    const { page } = app;
    await app.open("/clients");
    await paletteButton(app).focus();
    await page.keyboard.press("Enter");
    await expectFocus(findField(app));
    const options = findPalette(app).getByRole("option");
    const firstName = (await options.first().innerText()).trim();
    await expect.poll(async () => (await activeOption(app)).trim()).toBe(firstName);
    await page.keyboard.press("ArrowUp");
    const lastName = (await options.last().innerText()).trim();
    await expect.poll(async () => (await activeOption(app)).trim()).toBe(lastName);
    await page.keyboard.press("ArrowDown");
    await expect.poll(async () => (await activeOption(app)).trim()).toBe(firstName);
    await expect(findPalette(app).locator("[aria-selected=true]")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await findPalette(app).waitFor({ state: "hidden" });
    await expectFocus(paletteButton(app));
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("recognition is given from any screen by keyboard", async ({ app }) => {
    const { page, t, api, locale } = app;
    const message = `Merci ${locale} ${Date.now()}`;
    await openPalette(app, "/teams");
    await type(app, locale === "fr-ca" ? "give value" : "remercier collegue");
    await expect.poll(() => activeOption(app)).toContain(t("palette.action.give"));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: t("recognition.give") });
    await selectFirst(page, dialog, t("recognition.field.receiver"), "a");
    await selectFirst(page, dialog, t("recognition.field.core_value"), "");
    const text = dialog.getByRole("textbox", { name: t("recognition.field.message") });
    await text.focus();
    await page.keyboard.type(message);
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "hidden" });
    expect(page.url()).toMatch(/\/teams$/);
    const awards = await api.get<{ data: { message: string }[] }>(
      "/awards?mine=given&per_page=100",
    );
    expect(awards.data.map((award) => award.message)).toContain(message);
  });
});

test.describe(() => {
  test.use({ role: "admin", expectedProblems: /status of 500/ });

  test("no results and failures show a message", async ({ app }) => {
    const { page, t } = app;
    await openPalette(app);
    await type(app, "zzzzqqqq");
    const status = findPalette(app).getByRole("status");
    await expect.poll(() => status.innerText()).toBe(t("palette.nothing", { typed: "zzzzqqqq" }));
    await page.route(/\/api\/v1\/search/, (route) => route.fulfill({ status: 500, json: {} }));
    await findField(app).fill("facture zzzz");
    await expect(status).toHaveText(t("palette.failed"));
    await page.unroute(/\/api\/v1\/search/);
    await findPalette(app)
      .getByRole("button", { name: t("common.retry") })
      .click();
    await expect
      .poll(() => status.innerText())
      .toBe(t("palette.nothing", { typed: "facture zzzz" }));
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("the palette is accessible", async ({ app }) => {
    await openPalette(app, "/clients");
    for (const typed of ["", "re"]) {
      if (typed) await type(app, typed);
      await expectAccessible(app.page);
      await emulateScheme(app.page, "dark");
      await expectAccessible(app.page, "contrast");
      await emulateScheme(app.page, "light");
    }
  });
});

test.describe(() => {
  test.use({ role: "admin", viewport: { width: 375, height: 700 } });

  test("fills the width of a phone", async ({ app }) => {
    await app.open("/clients");
    await paletteButton(app).click();
    await expectFocus(findField(app));
    await type(app, "projet");
    await expectNoSidewaysScroll(app.page);
    expect((await findPalette(app).boundingBox())?.width).toBe(375);
    await expectAccessible(app.page);
  });
});

/** Types and selects the first result by keyboard. */
async function selectFirst(
  page: Page,
  dialog: Locator,
  label: string,
  typed: string,
): Promise<void> {
  const field = dialog.getByRole("combobox", { name: label });
  await field.focus();
  await field.fill(typed);
  await page.keyboard.press("ArrowDown");
  const options = page.locator("[data-combobox-option]:visible");
  await options.first().waitFor();
  await expect
    .poll(async () => {
      await page.keyboard.press("ArrowDown");
      return page.locator("[data-combobox-selected]:visible").count();
    })
    .toBe(1);
  await page.keyboard.press("Enter");
  await options.first().waitFor({ state: "hidden" });
}

test.describe(() => {
  test.use({ role: "admin" });

  test("a late response never replaces a newer one", async ({ app }) => {
    const { page } = app;
    const client = await first(app, "/clients");
    let release: (() => void) | undefined;
    await page.route(/\/api\/v1\/search\?.*q=zzz/, async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.continue();
    });
    await openPalette(app);
    await findField(app).fill("zzz");
    await expect.poll(() => release !== undefined).toBe(true);
    await type(app, client.name);
    await expect.poll(() => activeOption(app)).toContain(client.name);
    release?.();
    await page.unrouteAll({ behavior: "wait" });
    await waitForPage(page);
    expect(await activeOption(app)).toContain(client.name);
  });

  test("Ctrl-Enter opens a tab and keeps the palette open", async ({ app }) => {
    const { page, context } = app;
    await openPalette(app);
    await type(app, "invoices");
    const tab = context.waitForEvent("page");
    await page.keyboard.press("Control+Enter");
    expect((await tab).url()).toMatch(/\/invoices$/);
    await expectFocus(findField(app));
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("only permitted actions are offered, and none before sign-in", async ({ app }) => {
    const { page, context, t } = app;
    const palette = await openPalette(app);
    const offeredTexts = (await palette.getByRole("option").allInnerTexts()).join("\n");
    for (const refused of [
      "palette.action.client",
      "palette.action.user",
      "palette.action.synchronise",
      "shell.nav.receivables",
    ])
      expect(offeredTexts).not.toContain(t(refused));
    expect(offeredTexts).toContain(t("palette.action.give"));
    await context.clearCookies();
    await app.open("/auth/login");
    await page.keyboard.press("Control+k");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});
