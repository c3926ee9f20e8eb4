// Core values are written, ordered by keyboard and retired; people give them to each other and take them back.
import type { Page } from "@playwright/test";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
  showScheme,
} from "../support/pageChecks.ts";
import { expectFocus, pageReady } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Value {
  api_id: string;
  name: string;
  position: number;
  is_active: boolean;
}

interface Award {
  api_id: string;
  message: string;
  receiver: { api_id: string; name: string };
  core_value: { api_id: string };
  visibility: string;
}

async function awards({ api }: App, query: string): Promise<Award[]> {
  return (await api.get<{ data: Award[] }>(`/awards?per_page=100&${query}`)).data;
}

async function findValue({ api }: App, name: string): Promise<Value | undefined> {
  const path = `/core-values?per_page=100&search=${encodeURIComponent(name)}`;
  return (await api.get<{ data: Value[] }>(path)).data[0];
}

async function newValue({ api }: App, name: string): Promise<string> {
  const looks = { icon: "leaf", colour: "green" };
  const body = { name_en: `${name} en`, name_fr: `${name} fr`, ...looks };
  return (await api.send<{ data: Value }>("POST", "/core-values", body)).data.api_id;
}

/** Picks what a search finds first. */
async function pick(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole("dialog").getByRole("combobox", { name: label });
  await field.fill(text);
  await page.getByRole("option", { name: text }).first().click();
}

const own = "en";

test.describe(() => {
  test.use({ role: "admin" });

  test("a core value is written in both languages, moved and deleted", async ({ app }) => {
    const { page, open, words, locale } = app;
    const name = `Clarté ${locale} ${Date.now()}`;
    await open("/admin/core-values/create");
    const field = (label: string) => page.getByLabel(words(`core_values.field.${label}`)).first();
    await page.getByRole("button", { name: words("form.create"), exact: true }).click();
    await page.getByText(words("validation.required")).first().waitFor();
    await expectAccessible(page);
    await field("name_en").fill(`${name} en`);
    await field("name_fr").fill(`${name} fr`);
    await field("description_fr").fill("On se comprend du premier coup.");
    await page.locator('input[name="icon"][value="bulb"]').check();
    await page.locator('input[name="colour"][value="purple"]').check();
    await page.getByRole("button", { name: words("form.create"), exact: true }).click();
    const shown = `${name} ${own}`;
    await page.getByRole("link", { name: shown }).waitFor();
    await pageReady(page);
    await expectNothingCut(page);

    const last = (await findValue(app, name))?.position ?? 0;
    const up = page.getByRole("button", { name: words("ui.move.up", { name: shown }) });
    await up.focus();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await findValue(app, name))?.position).toBe(last - 1);
    await expectFocus(up);

    await page.getByRole("link", { name: shown }).click();
    await page.getByRole("heading", { level: 1, name: shown }).waitFor();
    await pageReady(page);
    await page.getByText(words("recognition.never.title")).waitFor();
    await expectAccessible(page);
    await page
      .getByRole("button", { name: words("ui.more_actions", { name: shown }) })
      .first()
      .click();
    await page.getByRole("menuitem", { name: words("core_values.delete.action") }).click();
    const question = page.getByRole("dialog");
    await question
      .getByRole("button", { name: words("core_values.delete.action"), exact: true })
      .click();
    await page.getByRole("heading", { level: 1, name: words("core_values.title") }).waitFor();
    await expect.poll(() => findValue(app, name)).toBeUndefined();
  });

  test("a value is given from the wall, shown there, and taken back", async ({ app }) => {
    const { page, open, words, api, locale } = app;
    const name = `Entraide ${locale} ${Date.now()}`;
    const value = await newValue(app, name);
    const said = `Merci pour le coup de main ${Date.now()}`;
    try {
      await open("/recognition");
      await page.getByRole("button", { name: words("recognition.give"), exact: true }).click();
      const dialog = page.getByRole("dialog", { name: words("recognition.give") });
      await dialog.waitFor();
      await pick(page, words("recognition.field.receiver"), "Joël Lavoie");
      await pick(page, words("recognition.field.core_value"), `${name} ${own}`);
      await dialog.getByLabel(words("recognition.field.message")).fill(said);
      await expectAccessible(page);
      const give = { name: words("recognition.give"), exact: true };
      await dialog.getByRole("button", give).click();
      await dialog.waitFor({ state: "hidden" });
      const card = page.getByRole("listitem").filter({ hasText: said });
      await card.waitFor();
      expect(await card.innerText()).toContain(`${name} ${own}`);
      await pageReady(page);
      const [made] = await awards(app, `core_value=${value}`);
      expect([made?.message, made?.receiver.name, made?.visibility]).toEqual([
        said,
        "Joël Lavoie",
        "everyone",
      ]);

      await open(`/admin/employees/${made?.receiver.api_id ?? ""}/view?tab=awards`);
      await card.waitFor();
      await expectAccessible(page);

      await card
        .getByRole("button", { name: words("ui.more_actions", { name: "Joël Lavoie" }) })
        .click();
      await page.getByRole("menuitem", { name: words("recognition.revoke.action") }).click();
      const question = page.getByRole("dialog");
      await question.waitFor();
      await expectAccessible(page);
      const revoke = { name: words("recognition.revoke.action"), exact: true };
      await question.getByRole("button", revoke).click();
      await card.waitFor({ state: "hidden" });
      expect(await awards(app, `core_value=${value}`)).toEqual([]);
    } finally {
      for (const { api_id } of await awards(app, `core_value=${value}`))
        await api.send("DELETE", `/awards/${api_id}`);
      await api.send("DELETE", `/core-values/${value}`);
    }
  });
});

test.describe(() => {
  test.use({
    role: "employee",
    viewport: { width: 390, height: 844 },
    expectedProblems: /status of 422/,
  });

  test("a value to oneself is refused, and the wall fits a phone", async ({ app }) => {
    const { page, open, words, api, locale } = app;
    await open("/recognition?mine=received");
    await page.getByText(words("recognition.filter.mine")).first().waitFor();
    await open("/recognition");
    await expectNoSidewaysScroll(page);
    await showScheme(page, "dark");
    await showScheme(page, "light");
    await page.getByRole("button", { name: words("recognition.give"), exact: true }).click();
    const dialog = page.getByRole("dialog", { name: words("recognition.give") });
    await dialog.waitFor();
    const me = (await api.get<{ data: { name: string } }>("/me")).data.name;
    const [value] = (await api.get<{ data: Value[] }>("/core-values?is_active=true")).data;
    await pick(page, words("recognition.field.receiver"), me);
    await pick(
      page,
      words("recognition.field.core_value"),
      locale === "fr-ca" ? await frenchName(app, value) : (value?.name ?? ""),
    );
    await dialog.getByLabel(words("recognition.field.message")).fill("Bravo à moi");
    await dialog.getByRole("button", { name: words("recognition.give"), exact: true }).click();
    const receiver = dialog.getByRole("combobox", {
      name: words("recognition.field.receiver"),
    });
    await expect(receiver).toHaveAttribute("aria-invalid", "true");
    await expectNoSidewaysScroll(page);
    expect(await awards(app, "mine=given&search=bravo")).toEqual([]);
  });
});

async function frenchName({ api }: App, value: Value | undefined): Promise<string> {
  const path = `/core-values/${value?.api_id ?? ""}`;
  return (await api.get<{ data: { name_fr: string } }>(path)).data.name_fr;
}
