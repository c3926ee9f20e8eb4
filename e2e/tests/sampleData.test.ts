// Tests sample data on a new installation: loaded with one click, marked on every page, and removed without a trace.
import { expect, type Page } from "@playwright/test";
import { type EmptyInstallation, startEmptyInstallation } from "../support/emptyInstallation.ts";
import { expectAccessible } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { test } from "../support/test.ts";
import { translate } from "../support/translate.ts";

const PASSWORD = "une phrase que personne ne devine";
// The sample is created by a process of its own.
const LOADING_MS = 120_000;
const t = (key: string) => translate("fr-ca", key);
let installation: EmptyInstallation;

test.beforeAll(async () => {
  installation = await startEmptyInstallation(true);
});

test.afterAll(() => installation.stop());

async function setUp(page: Page): Promise<void> {
  await page.goto(installation.ownerLink);
  await waitForPage(page);
  await page.getByLabel(t("organization.field.name")).fill("Agence Boréale");
  await page.getByLabel(t("login.choose.password"), { exact: true }).fill(PASSWORD);
  await page.getByLabel(t("login.choose.confirmation")).fill(PASSWORD);
  await page.getByRole("button", { name: t("login.choose.submit") }).click();
  await page.getByRole("heading", { name: t("setup.title") }).waitFor();
}

test("a new installation loads sample data and removes them without a trace", async ({
  browser,
}) => {
  test.setTimeout(2 * LOADING_MS);
  const context = await browser.newContext({ locale: "fr-CA", timezoneId: "America/Halifax" });
  const page = await context.newPage();
  await setUp(page);
  await page.getByRole("button", { name: t("setup.sample.load") }).click();
  const notice = page.getByRole("region", { name: t("setup.sample.label") });
  await notice.waitFor({ timeout: LOADING_MS });
  await expect(page.getByRole("heading", { name: t("setup.title") })).toBeHidden();

  await page.goto(`${installation.origin}/clients`);
  await waitForPage(page);
  await expect(notice).toContainText(t("setup.sample.detail"));
  await expect(page.getByRole("row")).not.toHaveCount(1);
  await expectAccessible(page);

  await page.goto(`${installation.origin}/admin/connections`);
  await waitForPage(page);
  await notice.getByRole("button", { name: t("setup.sample.remove") }).click();
  const dialog = page.getByRole("dialog", { name: t("setup.sample.question") });
  await expect(dialog.getByRole("button", { name: t("common.cancel") })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: t("setup.sample.confirm"), exact: true }).click();
  await notice.waitFor({ state: "hidden", timeout: LOADING_MS });

  await page.goto(installation.origin);
  await page.getByRole("heading", { name: t("setup.title") }).waitFor();
  await expect(page.getByRole("button", { name: t("setup.sample.load") })).toBeVisible();
  await page.goto(`${installation.origin}/clients`);
  await waitForPage(page);
  await expect(page.getByRole("row")).toHaveCount(0);
  await context.close();
});
