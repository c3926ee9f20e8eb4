// Tests forms: width, URL, errors, drafts and unsaved input.
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/pageChecks.ts";
import { expectFocus, waitForPage } from "../support/ready.ts";
import { chooseLanguage } from "../support/shell.ts";
import { type App, expect, test } from "../support/test.ts";
import { translate } from "../support/translate.ts";

test.use({ role: "admin" });

const dialogOf = ({ page, t }: App) => page.getByRole("dialog", { name: t("clients.new") });

/** The record that the URL says is being edited. */
const edited = (page: Page) => new URL(page.url()).searchParams.get("edit");

test.describe(() => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("a form in a dialog is 45 % wide and has a URL", async ({ app }) => {
    const { page, open, t } = app;
    await open("/clients");
    await page.getByRole("link", { name: t("clients.new") }).click();
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

  test("a long form on a page has two columns and links to its sections", async ({ app }) => {
    const { page, open, t } = app;
    await open("/projects/create?kind=retainer");
    const topOf = async (label: string) =>
      (await page.getByRole("textbox", { name: label }).boundingBox())?.y ?? 0;
    const [start, end] = [t("projects.field.start_on"), t("projects.field.end_on")];
    await page.getByRole("textbox", { name: start }).waitFor();
    expect(await topOf(start)).toBe(await topOf(end));
    const sections = page.getByRole("navigation", { name: t("form.sections") });
    const section = t("projects.section.rollover");
    await sections.getByRole("button", { name: section }).press("Enter");
    const heading = page.getByText(section, { exact: true }).last();
    await expectFocus(heading);
    await expect(heading).toBeInViewport();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("group", { name: section }).locator(":focus")).toBeVisible();
    await expectAccessible(page);
    // Between menu and margin the links have no place.
    await page.setViewportSize({ width: 1100, height: 900 });
    await expect(sections).toBeHidden();
  });

  test("an empty form shows its required fields", async ({ app }) => {
    const { page, open, t } = app;
    await open("/clients?edit=new");
    const dialog = dialogOf(app);
    await dialog.getByRole("button", { name: t("form.create"), exact: true }).click();
    const name = dialog.getByLabel(t("clients.field.name"));
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await dialog.getByText(t("validation.required")).first().waitFor();
    await expectAccessible(page);
    const email = dialog.getByLabel(t("clients.field.contact_email"));
    await email.fill("invalid");
    await expect(email).not.toHaveAttribute("aria-invalid", "true");
    await email.blur();
    await dialog.getByText(t("validation.email")).first().waitFor();
  });

  test("a question precedes the loss of unsaved input", async ({ app }) => {
    const { page, open, t } = app;
    await open("/clients");
    await page.getByRole("link", { name: t("clients.new") }).click();
    const name = dialogOf(app).getByLabel(t("clients.field.name"));
    await name.fill("Atelier Éphémère");
    await name.blur();
    await page.keyboard.press("Escape");
    const question = page
      .getByRole("alertdialog")
      .or(page.getByRole("dialog"))
      .filter({
        hasText: t("form.leave.title"),
      });
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole("button", { name: t("form.leave.stay"), exact: true }).click();
    await question.waitFor({ state: "hidden" });
    await expect(name).toHaveValue("Atelier Éphémère");
    await page.goBack();
    await question.waitFor();
    await question.getByRole("button", { name: t("form.leave.go"), exact: true }).click();
    await dialogOf(app).waitFor({ state: "hidden" });
  });
});

test("I8: a change of language keeps the URL and the input", async ({ app }) => {
  const { page, open, t } = app;
  await open("/projects/create?kind=fixed");
  const name = page.getByLabel(t("projects.field.name"));
  await name.fill("Refonte");
  const requested = page.waitForRequest((request) => request.headers()["x-api-locale"] === "fr-ca");
  await chooseLanguage(page, "Français");
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
  await requested;
  await waitForPage(page);
});

test.describe(() => {
  test.use({ expectedProblems: /status of 419/ });

  test("V5: a draft survives an expired page", async ({ page, open, t }) => {
    await open("/projects/create?kind=fixed");
    const name = page.getByLabel(t("projects.field.name"));
    await name.fill("Refonte perdue");
    await name.blur();
    await page.route("**/api/v1/clients?*", (route) =>
      route.fulfill({ status: 419, contentType: "application/json", body: '{"message":"x"}' }),
    );
    await page.getByRole("combobox", { name: t("projects.field.client") }).fill("a");
    const reload = page.getByRole("button", { name: t("common.reload") });
    await reload.waitFor();
    await page.unrouteAll();
    // Waits from before the click, because the page may load before the click returns.
    await Promise.all([page.waitForEvent("load"), reload.click()]);
    await waitForPage(page);
    await page.getByRole("button", { name: t("form.draft.restore") }).click();
    await expect(name).toHaveValue("Refonte perdue");
  });
});
