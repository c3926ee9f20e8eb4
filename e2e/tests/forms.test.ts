// Forms: their width and address, what they say, what they keep, and what they never lose.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible, type Scene, scenario } from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { hasFocus, settled } from "../harness/settled.ts";
import { say } from "../harness/words.ts";

const dialogOf = ({ page, words }: Scene) =>
  page.getByRole("dialog", { name: words("clients.new") });

/** The record that the address says is being edited. */
const edited = (page: Page) => new URL(page.url()).searchParams.get("edit");

for (const locale of LOCALES) {
  const setting = { as: "admin", locale, width: 1440, height: 900 } as const;

  scenario(
    `a form over its list is 45 % wide and has an address, ${locale}`,
    setting,
    async (scene) => {
      const { page, open, words } = scene;
      await open("/clients");
      await page.getByRole("link", { name: words("clients.new") }).click();
      const dialog = dialogOf(scene);
      await dialog.waitFor();
      await expect.poll(() => edited(page)).toBe("new");
      await expect.poll(async () => Math.round((await dialog.boundingBox())?.width ?? 0)).toBe(648);
      await expectAccessible(page);
      await page.reload();
      await hasFocus(dialog);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      await expect.poll(() => edited(page)).toBeNull();
    },
  );

  scenario(`an empty form says what it needs, ${locale}`, setting, async (scene) => {
    const { page, open, words } = scene;
    await open("/clients?edit=new");
    const dialog = dialogOf(scene);
    await dialog.getByRole("button", { name: words("form.create"), exact: true }).click();
    const name = dialog.getByLabel(words("clients.field.name"));
    await expect.poll(() => name.getAttribute("aria-invalid")).toBe("true");
    await dialog.getByText(words("validation.required")).first().waitFor();
    await expectAccessible(page);
    const email = dialog.getByLabel(words("clients.field.contact_email"));
    await email.fill("nobody");
    await expect.poll(() => email.getAttribute("aria-invalid")).not.toBe("true");
    await email.blur();
    await dialog.getByText(words("validation.email")).first().waitFor();
  });

  scenario(`what was typed is asked about before it is lost, ${locale}`, setting, async (scene) => {
    const { page, open, words } = scene;
    await open("/clients");
    await page.getByRole("link", { name: words("clients.new") }).click();
    const name = dialogOf(scene).getByLabel(words("clients.field.name"));
    await name.fill("Atelier Éphémère");
    await name.blur();
    await page.keyboard.press("Escape");
    const question = page
      .getByRole("alertdialog")
      .or(page.getByRole("dialog"))
      .filter({
        hasText: words("form.leave.title"),
      });
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole("button", { name: words("form.leave.stay"), exact: true }).click();
    await question.waitFor({ state: "hidden" });
    await expect.poll(() => name.inputValue()).toBe("Atelier Éphémère");
    await page.goBack();
    await question.waitFor();
    await question.getByRole("button", { name: words("form.leave.go"), exact: true }).click();
    await dialogOf(scene).waitFor({ state: "hidden" });
  });
}

const english = { as: "admin", locale: "en-us" } as const;

scenario(
  "I8: a change of language keeps the address and what was typed",
  english,
  async (scene) => {
    const { page, open, words } = scene;
    await open("/projects/create?kind=fixed");
    const name = page.getByLabel(words("projects.field.name"));
    await name.fill("Refonte");
    const asked = page.waitForRequest((request) => request.headers()["x-api-locale"] === "fr-ca");
    await page.getByRole("button", { name: "Français", exact: true }).click();
    await page
      .getByText(say("fr-ca", "projects.section.people"), { exact: true })
      .first()
      .waitFor();
    const renamed = page.getByLabel(say("fr-ca", "projects.field.name"));
    await expect.poll(() => renamed.inputValue()).toBe("Refonte");
    await expect.poll(() => new URL(page.url()).search).toBe("?kind=fixed");
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("fr-CA");
    await page.getByRole("link", { name: say("fr-ca", "shell.nav.clients"), exact: true }).click();
    await page.getByRole("button", { name: say("fr-ca", "form.leave.go"), exact: true }).click();
    await asked;
    await settled(page);
  },
);

const expired = { ...english, expected: /status of 419/ };
scenario("V5: a draft outlives an expired page", expired, async ({ page, open, words }) => {
  await open("/projects/create?kind=fixed");
  const name = page.getByLabel(words("projects.field.name"));
  await name.fill("Refonte perdue");
  await name.blur();
  await page.route("**/api/v1/clients?*", (route) =>
    route.fulfill({ status: 419, contentType: "application/json", body: '{"message":"x"}' }),
  );
  await page.getByRole("combobox", { name: words("projects.field.client") }).fill("a");
  const reload = page.getByRole("button", { name: words("common.reload") });
  await reload.waitFor();
  await page.unrouteAll();
  // Asked for before the click: a quick page has loaded by the time the click returns.
  await Promise.all([page.waitForEvent("load"), reload.click()]);
  await settled(page);
  await page.getByRole("button", { name: words("form.draft.restore") }).click();
  await expect.poll(() => name.inputValue()).toBe("Refonte perdue");
});
