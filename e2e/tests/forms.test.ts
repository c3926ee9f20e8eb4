// Forms: their width and address, what they say, what they keep, and what they never lose.
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/pageChecks.ts";
import { expectFocus, pageReady } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";
import { translate } from "../support/words.ts";

test.use({ role: "admin" });

const dialogOf = ({ page, words }: App) => page.getByRole("dialog", { name: words("clients.new") });

/** The record that the address says is being edited. */
const edited = (page: Page) => new URL(page.url()).searchParams.get("edit");

test.describe(() => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("a form over its list is 45 % wide and has an address", async ({ app }) => {
    const { page, open, words } = app;
    await open("/clients");
    await page.getByRole("link", { name: words("clients.new") }).click();
    const dialog = dialogOf(app);
    await dialog.waitFor();
    await expect.poll(() => edited(page)).toBe("new");
    await expect.poll(async () => Math.round((await dialog.boundingBox())?.width ?? 0)).toBe(648);
    await expectAccessible(page);
    await page.reload();
    await expectFocus(dialog);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => edited(page)).toBeNull();
  });

  test("an empty form says what it needs", async ({ app }) => {
    const { page, open, words } = app;
    await open("/clients?edit=new");
    const dialog = dialogOf(app);
    await dialog.getByRole("button", { name: words("form.create"), exact: true }).click();
    const name = dialog.getByLabel(words("clients.field.name"));
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await dialog.getByText(words("validation.required")).first().waitFor();
    await expectAccessible(page);
    const email = dialog.getByLabel(words("clients.field.contact_email"));
    await email.fill("nobody");
    await expect(email).not.toHaveAttribute("aria-invalid", "true");
    await email.blur();
    await dialog.getByText(words("validation.email")).first().waitFor();
  });

  test("what was typed is asked about before it is lost", async ({ app }) => {
    const { page, open, words } = app;
    await open("/clients");
    await page.getByRole("link", { name: words("clients.new") }).click();
    const name = dialogOf(app).getByLabel(words("clients.field.name"));
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
    await expect(name).toHaveValue("Atelier Éphémère");
    await page.goBack();
    await question.waitFor();
    await question.getByRole("button", { name: words("form.leave.go"), exact: true }).click();
    await dialogOf(app).waitFor({ state: "hidden" });
  });
});

test("I8: a change of language keeps the address and what was typed", async ({ app }) => {
  const { page, open, words } = app;
  await open("/projects/create?kind=fixed");
  const name = page.getByLabel(words("projects.field.name"));
  await name.fill("Refonte");
  const asked = page.waitForRequest((request) => request.headers()["x-api-locale"] === "fr-ca");
  await page.getByRole("button", { name: "Français", exact: true }).click();
  await page
    .getByText(translate("fr-ca", "projects.section.people"), { exact: true })
    .first()
    .waitFor();
  const renamed = page.getByLabel(translate("fr-ca", "projects.field.name"));
  await expect(renamed).toHaveValue("Refonte");
  await expect.poll(() => new URL(page.url()).search).toBe("?kind=fixed");
  await expect(page.locator("html")).toHaveAttribute("lang", "fr-CA");
  await page
    .getByRole("link", { name: translate("fr-ca", "shell.nav.clients"), exact: true })
    .click();
  await page
    .getByRole("button", { name: translate("fr-ca", "form.leave.go"), exact: true })
    .click();
  await asked;
  await pageReady(page);
});

test.describe(() => {
  test.use({ expectedProblems: /status of 419/ });

  test("V5: a draft outlives an expired page", async ({ page, open, words }) => {
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
    await pageReady(page);
    await page.getByRole("button", { name: words("form.draft.restore") }).click();
    await expect(name).toHaveValue("Refonte perdue");
  });
});
