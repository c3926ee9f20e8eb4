// The palette: from every screen, by keyboard alone, to screens, actions and records, in either language.
import type { Locator, Page } from "@playwright/test";
import type { Role } from "../support/api.ts";
import { expectAccessible, expectNoSidewaysScroll, showScheme } from "../support/pageChecks.ts";
import { expectFocus, pageReady } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

const paletteOf = ({ page, words }: App): Locator =>
  page.getByRole("dialog", { name: words("palette.title") });
const fieldOf = (app: App): Locator => paletteOf(app).getByRole("combobox");
const opener = ({ page, words }: App): Locator =>
  page.getByRole("banner").getByRole("button", { name: words("ui.search_everything") });

/** Ctrl-K, once the header has what listens for it. */
async function openPalette(app: App, path = "/"): Promise<Locator> {
  await app.open(path);
  await pressPaletteKeys(app);
  return paletteOf(app);
}

async function pressPaletteKeys(app: App): Promise<void> {
  await opener(app).waitFor();
  await app.page.keyboard.press("Control+k");
  await expectFocus(fieldOf(app));
}

async function activeOption(app: App): Promise<string> {
  const id = await fieldOf(app).getAttribute("aria-activedescendant");
  return id ? app.page.locator(`[id="${id}"]`).innerText() : "";
}

async function type(app: App, text: string): Promise<void> {
  await fieldOf(app).fill(text);
  await expect
    .poll(() => paletteOf(app).getByRole("listbox").getAttribute("aria-busy"))
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

/** Typed in either language, on a page in either: the first result, and where it leads. */
const TYPED: readonly [typed: string, role: Role, path: RegExp][] = [
  ["facture", "admin", /\/invoices$/],
  ["bills", "admin", /\/invoices$/],
  ["tableau de bord", "employee", /\/dashboard$/],
  ["equipes", "employee", /\/teams$/],
  ["mot de passe", "employee", /\/profile$/],
  ["new client", "account_manager", /\/clients\?edit=new$/],
  ["nouveau projet", "admin", /\/projects\/create$/],
  ["journal activite", "admin", /\/admin\/activity$/],
];

for (const locale of ["en-US", "fr-CA"]) {
  for (const role of ["admin", "account_manager", "employee"] as const) {
    test.describe(() => {
      test.use({ role, locale });

      test(`words in either language lead ${role} on, ${locale}`, async ({ app }) => {
        await app.open("/");
        for (const [typed, , path] of TYPED.filter(([, of]) => of === role)) {
          await test.step(typed, async () => {
            await pressPaletteKeys(app);
            await type(app, typed);
            await app.page.keyboard.press("Enter");
            await app.page.waitForURL(path);
            await paletteOf(app).waitFor({ state: "hidden" });
          });
        }
      });
    });
  }
}

test.describe(() => {
  test.use({ role: "admin" });

  test("a record is found without its accents and opened, then it is among the recent ones", async ({
    app,
  }) => {
    const { page, words } = app;
    const client = await first(app, "/clients");
    await openPalette(app);
    const plain = client.name.normalize("NFD").replace(/\p{Diacritic}/gu, "");
    await type(app, plain.toLowerCase());
    await expect.poll(() => activeOption(app)).toContain(client.name);
    expect(await activeOption(app)).toContain(words("palette.kind.client"));
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`/clients/${client.api_id}/view$`));
    await expectFocus(page.getByRole("heading", { level: 1 }));
    await page.getByRole("link", { name: words("shell.nav.teams"), exact: true }).click();
    await page.waitForURL(/\/teams$/);
    await page.keyboard.press("Control+k");
    const recent = paletteOf(app).getByRole("group", { name: words("palette.section.recent") });
    await recent.getByRole("option").filter({ hasText: client.name }).waitFor();
  });

  test("the arrows go round, Escape closes and gives the focus back", async ({ app }) => {
    const { page } = app;
    await app.open("/clients");
    await opener(app).focus();
    await page.keyboard.press("Enter");
    await expectFocus(fieldOf(app));
    const options = paletteOf(app).getByRole("option");
    const firstName = (await options.first().innerText()).trim();
    await expect.poll(async () => (await activeOption(app)).trim()).toBe(firstName);
    await page.keyboard.press("ArrowUp");
    const lastName = (await options.last().innerText()).trim();
    await expect.poll(async () => (await activeOption(app)).trim()).toBe(lastName);
    await page.keyboard.press("ArrowDown");
    await expect.poll(async () => (await activeOption(app)).trim()).toBe(firstName);
    await expect(paletteOf(app).locator("[aria-selected=true]")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await paletteOf(app).waitFor({ state: "hidden" });
    await expectFocus(opener(app));
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("a colleague is given a value from anywhere, by keyboard alone", async ({ app }) => {
    const { page, words, api, locale } = app;
    const message = `Merci ${locale} ${Date.now()}`;
    await openPalette(app, "/teams");
    await type(app, locale === "fr-ca" ? "give value" : "remercier collegue");
    await expect.poll(() => activeOption(app)).toContain(words("palette.action.give"));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: words("recognition.give") });
    await pickFirst(page, dialog, words("recognition.field.receiver"), "a");
    await pickFirst(page, dialog, words("recognition.field.core_value"), "");
    const text = dialog.getByRole("textbox", { name: words("recognition.field.message") });
    await text.focus();
    await page.keyboard.type(message);
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "hidden" });
    expect(page.url()).toMatch(/\/teams$/);
    const given = await api.get<{ data: { message: string }[] }>("/awards?mine=given&per_page=100");
    expect(given.data.map((award) => award.message)).toContain(message);
  });
});

test.describe(() => {
  test.use({ role: "admin", expectedProblems: /status of 500/ });

  test("what is not found, and what fails, is said", async ({ app }) => {
    const { page, words } = app;
    await openPalette(app);
    await type(app, "zzzzqqqq");
    const status = paletteOf(app).getByRole("status");
    await expect
      .poll(() => status.innerText())
      .toBe(words("palette.nothing", { typed: "zzzzqqqq" }));
    await page.route(/\/api\/v1\/search/, (route) => route.fulfill({ status: 500, json: {} }));
    await fieldOf(app).fill("facture zzzz");
    await expect(status).toHaveText(words("palette.failed"));
    await page.unroute(/\/api\/v1\/search/);
    await paletteOf(app)
      .getByRole("button", { name: words("common.retry") })
      .click();
    await expect
      .poll(() => status.innerText())
      .toBe(words("palette.nothing", { typed: "facture zzzz" }));
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("the palette is accessible", async ({ app }) => {
    await openPalette(app, "/clients");
    for (const typed of ["", "re"]) {
      if (typed) await type(app, typed);
      await expectAccessible(app.page);
      await showScheme(app.page, "dark");
      await expectAccessible(app.page, "contrast");
      await showScheme(app.page, "light");
    }
  });
});

test.describe(() => {
  test.use({ role: "admin", viewport: { width: 375, height: 700 } });

  test("on a phone it fills the width", async ({ app }) => {
    await app.open("/clients");
    await opener(app).click();
    await expectFocus(fieldOf(app));
    await type(app, "projet");
    await expectNoSidewaysScroll(app.page);
    expect((await paletteOf(app).boundingBox())?.width).toBe(375);
    await expectAccessible(app.page);
  });
});

/** By keyboard: types, and takes the first result. */
async function pickFirst(page: Page, dialog: Locator, label: string, typed: string): Promise<void> {
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

  test("a late answer never replaces a later one", async ({ app }) => {
    const { page } = app;
    const client = await first(app, "/clients");
    let held: (() => void) | undefined;
    await page.route(/\/api\/v1\/search\?.*q=zzz/, async (route) => {
      await new Promise<void>((resolve) => {
        held = resolve;
      });
      await route.continue();
    });
    await openPalette(app);
    await fieldOf(app).fill("zzz");
    await expect.poll(() => held !== undefined).toBe(true);
    await type(app, client.name);
    await expect.poll(() => activeOption(app)).toContain(client.name);
    held?.();
    await page.unrouteAll({ behavior: "wait" });
    await pageReady(page);
    expect(await activeOption(app)).toContain(client.name);
  });

  test("Ctrl-Enter opens a tab and the palette stays", async ({ app }) => {
    const { page, context } = app;
    await openPalette(app);
    await type(app, "invoices");
    const tab = context.waitForEvent("page");
    await page.keyboard.press("Control+Enter");
    expect((await tab).url()).toMatch(/\/invoices$/);
    await expectFocus(fieldOf(app));
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("only permitted actions are offered, and none before sign-in", async ({ app }) => {
    const { page, context, words } = app;
    const palette = await openPalette(app);
    const offered = (await palette.getByRole("option").allInnerTexts()).join("\n");
    for (const refused of [
      "palette.action.client",
      "palette.action.user",
      "palette.action.synchronise",
      "shell.nav.invoices",
    ])
      expect(offered).not.toContain(words(refused));
    expect(offered).toContain(words("palette.action.give"));
    await context.clearCookies();
    await app.open("/auth/login");
    await page.keyboard.press("Control+k");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});
