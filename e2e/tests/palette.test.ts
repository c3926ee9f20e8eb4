// The palette: from every screen, by keyboard alone, to screens, actions and records, in either language.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type Scene,
  scenario,
  showScheme,
} from "../harness/scenario.ts";
import { LOCALES, type Role } from "../harness/session.ts";
import { hasFocus, settled } from "../harness/settled.ts";

const paletteOf = ({ page, words }: Scene): Locator =>
  page.getByRole("dialog", { name: words("palette.title") });
const fieldOf = (scene: Scene): Locator => paletteOf(scene).getByRole("combobox");
const opener = ({ page, words }: Scene): Locator =>
  page.getByRole("banner").getByRole("button", { name: words("ui.search_everything") });

/** Ctrl-K, once the header has what listens for it. */
async function openPalette(scene: Scene, path = "/"): Promise<Locator> {
  await scene.open(path);
  await opener(scene).waitFor();
  await scene.page.keyboard.press("Control+k");
  await hasFocus(fieldOf(scene));
  return paletteOf(scene);
}

async function activeOption(scene: Scene): Promise<string> {
  const id = await fieldOf(scene).getAttribute("aria-activedescendant");
  return id ? scene.page.locator(`[id="${id}"]`).innerText() : "";
}

async function type(scene: Scene, text: string): Promise<void> {
  await fieldOf(scene).fill(text);
  await expect
    .poll(() => paletteOf(scene).getByRole("listbox").getAttribute("aria-busy"))
    .toBe("false");
}

interface Named {
  api_id: string;
  name: string;
}

async function first(scene: Scene, path: string): Promise<Named> {
  const [found] = (await scene.api.get<{ data: Named[] }>(`${path}?per_page=1`)).data;
  if (!found) throw new Error(`Nothing in ${path}`);
  return found;
}

/** Typed in either language, whatever the page speaks: what is chosen first, and where it leads. */
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

for (const locale of LOCALES) {
  for (const [typed, role, path] of TYPED) {
    scenario(`“${typed}” leads the way, ${locale}`, { as: role, locale }, async (scene) => {
      await openPalette(scene);
      await type(scene, typed);
      await scene.page.keyboard.press("Enter");
      await scene.page.waitForURL(path);
      await paletteOf(scene).waitFor({ state: "hidden" });
    });
  }

  scenario(
    `a record is found without its accents and opened, then it is among the recent ones, ${locale}`,
    { as: "admin", locale },
    async (scene) => {
      const { page, words } = scene;
      const client = await first(scene, "/clients");
      await openPalette(scene);
      const plain = client.name.normalize("NFD").replace(/\p{Diacritic}/gu, "");
      await type(scene, plain.toLowerCase());
      await expect.poll(() => activeOption(scene)).toContain(client.name);
      expect(await activeOption(scene)).toContain(words("palette.kind.client"));
      await page.keyboard.press("Enter");
      await page.waitForURL(new RegExp(`/clients/${client.api_id}/view$`));
      await hasFocus(page.getByRole("heading", { level: 1 }));
      await page.getByRole("link", { name: words("shell.nav.teams"), exact: true }).click();
      await page.waitForURL(/\/teams$/);
      await page.keyboard.press("Control+k");
      const recent = paletteOf(scene).getByRole("group", { name: words("palette.section.recent") });
      await recent.getByRole("option").filter({ hasText: client.name }).waitFor();
    },
  );

  scenario(
    `the arrows go round, Escape closes and gives the focus back, ${locale}`,
    { as: "admin", locale },
    async (scene) => {
      const { page } = scene;
      await scene.open("/clients");
      await opener(scene).focus();
      await page.keyboard.press("Enter");
      await hasFocus(fieldOf(scene));
      const options = paletteOf(scene).getByRole("option");
      const firstName = (await options.first().innerText()).trim();
      await expect.poll(async () => (await activeOption(scene)).trim()).toBe(firstName);
      await page.keyboard.press("ArrowUp");
      const lastName = (await options.last().innerText()).trim();
      await expect.poll(async () => (await activeOption(scene)).trim()).toBe(lastName);
      await page.keyboard.press("ArrowDown");
      await expect.poll(async () => (await activeOption(scene)).trim()).toBe(firstName);
      expect(await paletteOf(scene).locator("[aria-selected=true]").count()).toBe(1);
      await page.keyboard.press("Escape");
      await paletteOf(scene).waitFor({ state: "hidden" });
      await hasFocus(opener(scene));
    },
  );

  scenario(
    `a colleague is given a value from anywhere, by keyboard alone, ${locale}`,
    { as: "employee", locale },
    async (scene) => {
      const { page, words, api } = scene;
      const message = `Merci ${locale} ${Date.now()}`;
      await openPalette(scene, "/teams");
      await type(scene, locale === "fr-ca" ? "give value" : "remercier collegue");
      await expect.poll(() => activeOption(scene)).toContain(words("palette.action.give"));
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
      const given = await api.get<{ data: { message: string }[] }>(
        "/awards?mine=given&per_page=100",
      );
      expect(given.data.map((award) => award.message)).toContain(message);
    },
  );

  scenario(
    `what is not found, and what fails, is said, ${locale}`,
    { as: "admin", locale, expected: /status of 500/ },
    async (scene) => {
      const { page, words } = scene;
      await openPalette(scene);
      await type(scene, "zzzzqqqq");
      const status = paletteOf(scene).getByRole("status");
      await expect
        .poll(() => status.innerText())
        .toBe(words("palette.nothing", { typed: "zzzzqqqq" }));
      await page.route(/\/api\/v1\/search/, (route) => route.fulfill({ status: 500, json: {} }));
      await fieldOf(scene).fill("facture zzzz");
      await expect.poll(() => status.innerText()).toBe(words("palette.failed"));
      await page.unroute(/\/api\/v1\/search/);
      await paletteOf(scene)
        .getByRole("button", { name: words("common.retry") })
        .click();
      await expect
        .poll(() => status.innerText())
        .toBe(words("palette.nothing", { typed: "facture zzzz" }));
    },
  );

  for (const theme of ["light", "dark"] as const) {
    scenario(
      `the palette is accessible, ${locale}, ${theme}`,
      { as: "admin", locale, theme },
      async (scene) => {
        await openPalette(scene, "/clients");
        await showScheme(scene.page, theme);
        await scene.shot(`palette ${locale} ${theme}`);
        await expectAccessible(scene.page);
        await type(scene, "re");
        await scene.shot(`palette found ${locale} ${theme}`);
        await expectAccessible(scene.page);
      },
    );
  }

  scenario(
    `on a phone it fills the width, ${locale}`,
    { as: "admin", locale, width: 375, height: 700 },
    async (scene) => {
      await scene.open("/clients");
      await opener(scene).click();
      await hasFocus(fieldOf(scene));
      await type(scene, "projet");
      await scene.shot(`palette phone ${locale}`);
      await expectNoSidewaysScroll(scene.page);
      expect((await paletteOf(scene).boundingBox())?.width).toBe(375);
      await expectAccessible(scene.page);
    },
  );
}

/** By keyboard: what is typed is looked for, and the first that is found is taken. */
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

scenario("a late answer never replaces a later one", { as: "admin" }, async (scene) => {
  const { page } = scene;
  const client = await first(scene, "/clients");
  let held: (() => void) | undefined;
  await page.route(/\/api\/v1\/search\?.*q=zzz/, async (route) => {
    await new Promise<void>((resolve) => {
      held = resolve;
    });
    await route.continue();
  });
  await openPalette(scene);
  await fieldOf(scene).fill("zzz");
  await expect.poll(() => held !== undefined).toBe(true);
  await type(scene, client.name);
  await expect.poll(() => activeOption(scene)).toContain(client.name);
  held?.();
  await page.unrouteAll({ behavior: "wait" });
  await settled(page);
  expect(await activeOption(scene)).toContain(client.name);
});

scenario("Ctrl-Enter opens a tab and the palette stays", { as: "admin" }, async (scene) => {
  const { page, context } = scene;
  await openPalette(scene);
  await type(scene, "invoices");
  const tab = context.waitForEvent("page");
  await page.keyboard.press("Control+Enter");
  expect((await tab).url()).toMatch(/\/invoices$/);
  await hasFocus(fieldOf(scene));
});

scenario(
  "nobody is offered what they may not do, and nothing before sign-in",
  { as: "employee" },
  async (scene) => {
    const { page, context, words } = scene;
    const palette = await openPalette(scene);
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
    await scene.open("/auth/login");
    await page.keyboard.press("Control+k");
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog").count()).toBe(0);
  },
);
