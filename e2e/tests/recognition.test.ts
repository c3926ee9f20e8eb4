// Tests core values and recognition: created, ordered by keyboard and retired; given and withdrawn.
import type { Page } from "@playwright/test";
import {
  emulateScheme,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { expectFocus, waitForPage } from "../support/ready.ts";
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
  const style = { icon: "leaf", colour: "green" };
  const body = { name_en: `${name} en`, name_fr: `${name} fr`, ...style };
  return (await api.send<{ data: Value }>("POST", "/core-values", body)).data.api_id;
}

/** Selects the first result of a search. */
async function selectFirst(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole("dialog").getByRole("combobox", { name: label });
  await field.fill(text);
  await page.getByRole("option", { name: text }).first().click();
}

const own = "en";

test.describe(() => {
  test.use({ role: "admin" });

  test("a core value is created in both languages, moved and deleted", async ({ app }) => {
    const { page, open, t, locale } = app;
    const name = `Clarté ${locale} ${Date.now()}`;
    await open("/admin/core-values/create");
    const field = (label: string) => page.getByLabel(t(`core_values.field.${label}`)).first();
    await page.getByRole("button", { name: t("form.create"), exact: true }).click();
    await page.getByText(t("validation.required")).first().waitFor();
    await expectAccessible(page);
    await field("name_en").fill(`${name} en`);
    await field("name_fr").fill(`${name} fr`);
    await field("description_fr").fill("On se comprend du premier coup.");
    await page.locator('input[name="icon"][value="bulb"]').check();
    await page.locator('input[name="colour"][value="purple"]').check();
    await page.getByRole("button", { name: t("form.create"), exact: true }).click();
    const shown = `${name} ${own}`;
    await page.getByRole("link", { name: shown }).waitFor();
    await waitForPage(page);
    await expectNothingCut(page);

    const last = (await findValue(app, name))?.position ?? 0;
    const up = page.getByRole("button", { name: t("ui.move.up", { name: shown }) });
    await up.focus();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await findValue(app, name))?.position).toBe(last - 1);
    await expectFocus(up);

    await page.getByRole("link", { name: shown }).click();
    await page.getByRole("heading", { level: 1, name: shown }).waitFor();
    await waitForPage(page);
    await page.getByText(t("recognition.never.title")).waitFor();
    await expectAccessible(page);
    await page
      .getByRole("button", { name: t("ui.more_actions", { name: shown }) })
      .first()
      .click();
    await page.getByRole("menuitem", { name: t("core_values.delete.action") }).click();
    const question = page.getByRole("dialog");
    await question
      .getByRole("button", { name: t("core_values.delete.action"), exact: true })
      .click();
    await page.getByRole("heading", { level: 1, name: t("core_values.title") }).waitFor();
    await expect.poll(() => findValue(app, name)).toBeUndefined();
  });

  test("recognition is given on the wall, shown there, and withdrawn", async ({ app }) => {
    const { page, open, t, api, locale } = app;
    const name = `Entraide ${locale} ${Date.now()}`;
    const value = await newValue(app, name);
    const message = `Merci pour le coup de main ${Date.now()}`;
    try {
      await open("/recognition");
      await page.getByRole("button", { name: t("recognition.give"), exact: true }).click();
      const dialog = page.getByRole("dialog", { name: t("recognition.give") });
      await dialog.waitFor();
      await selectFirst(page, t("recognition.field.receiver"), "Joël Lavoie");
      await selectFirst(page, t("recognition.field.core_value"), `${name} ${own}`);
      await dialog.getByLabel(t("recognition.field.message")).fill(message);
      await expectAccessible(page);
      const give = { name: t("recognition.give"), exact: true };
      await dialog.getByRole("button", give).click();
      await dialog.waitFor({ state: "hidden" });
      const card = page.getByRole("listitem").filter({ hasText: message });
      await card.waitFor();
      expect(await card.innerText()).toContain(`${name} ${own}`);
      await waitForPage(page);
      const [created] = await awards(app, `core_value=${value}`);
      expect([created?.message, created?.receiver.name, created?.visibility]).toEqual([
        message,
        "Joël Lavoie",
        "everyone",
      ]);

      await open(`/admin/employees/${created?.receiver.api_id ?? ""}/view?tab=awards`);
      await card.waitFor();
      await expectAccessible(page);

      await card
        .getByRole("button", { name: t("ui.more_actions", { name: "Joël Lavoie" }) })
        .click();
      await page.getByRole("menuitem", { name: t("recognition.revoke.action") }).click();
      const question = page.getByRole("dialog");
      await question.waitFor();
      await expectAccessible(page);
      const revoke = { name: t("recognition.revoke.action"), exact: true };
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

  test("recognition for oneself is refused, and the wall fits a phone", async ({ app }) => {
    const { page, open, t, api, locale } = app;
    await open("/recognition?mine=received");
    await page.getByText(t("recognition.filter.mine")).first().waitFor();
    await open("/recognition");
    await expectNoSidewaysScroll(page);
    await emulateScheme(page, "dark");
    await emulateScheme(page, "light");
    await page.getByRole("button", { name: t("recognition.give"), exact: true }).click();
    const dialog = page.getByRole("dialog", { name: t("recognition.give") });
    await dialog.waitFor();
    const me = (await api.get<{ data: { name: string } }>("/me")).data.name;
    const [value] = (await api.get<{ data: Value[] }>("/core-values?is_active=true")).data;
    await selectFirst(page, t("recognition.field.receiver"), me);
    await selectFirst(
      page,
      t("recognition.field.core_value"),
      locale === "fr-ca" ? await frenchName(app, value) : (value?.name ?? ""),
    );
    await dialog.getByLabel(t("recognition.field.message")).fill("Bravo à moi");
    await dialog.getByRole("button", { name: t("recognition.give"), exact: true }).click();
    const receiver = dialog.getByRole("combobox", {
      name: t("recognition.field.receiver"),
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
