// Tests the first minutes of a new installation: from its sign-in page and the owner's link to the setup steps.
import { expect, type Page } from "@playwright/test";
import { type EmptyInstallation, startEmptyInstallation } from "../support/emptyInstallation.ts";
import { waitForPage } from "../support/ready.ts";
import { test } from "../support/test.ts";
import { translate } from "../support/translate.ts";

const PASSWORD = "une phrase que personne ne devine";
const COMMAND = "regie owner-link you@example.com";
const t = (key: string) => translate("fr-ca", key);
let installation: EmptyInstallation;

test.beforeAll(async () => {
  installation = await startEmptyInstallation();
});

test.afterAll(() => installation.stop());

async function answer(page: Page, name: string): Promise<void> {
  await page.getByLabel(t("organization.field.name")).fill(name);
  await page.getByLabel(t("login.choose.password"), { exact: true }).fill(PASSWORD);
  await page.getByLabel(t("login.choose.confirmation")).fill(PASSWORD);
  await page.getByRole("button", { name: t("login.choose.submit") }).click();
}

test("the first owner sets up the organization once, in one of two tabs", async ({ browser }) => {
  const context = await browser.newContext({ locale: "fr-CA", timezoneId: "America/Halifax" });
  const [page, other] = [await context.newPage(), await context.newPage()];
  await page.goto(`${installation.origin}/auth/login`);
  await expect(page.getByText(COMMAND)).toBeVisible();

  await other.goto(installation.ownerLink);
  await waitForPage(other);
  await page.goto(installation.ownerLink);
  await waitForPage(page);
  await expect(page.getByLabel(t("organization.field.timezone"))).toHaveValue("America/Halifax");
  await expect(page.getByLabel(t("organization.field.reporting_currency"))).toHaveValue("CAD");
  await answer(page, "Agence Boréale");
  await page.getByRole("heading", { name: t("setup.title") }).waitFor();

  await answer(other, "Agence du Fleuve");
  await other.getByRole("heading", { name: t("login.choose.dead_title") }).waitFor();
  await expect(other.getByText(COMMAND)).toBeVisible();

  await page.goto(`${installation.origin}/admin/organization`);
  await waitForPage(page);
  await expect(page.getByLabel(t("organization.field.name"))).toHaveValue("Agence Boréale");
  await context.clearCookies();
  await page.goto(`${installation.origin}/fr-ca/auth/login`);
  await page.getByLabel(t("login.email")).waitFor();
  await expect(page.getByText(COMMAND)).toBeHidden();
  await context.close();
});
