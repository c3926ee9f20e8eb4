// Tests the notification settings: the events of the role, by mouse and keyboard, on a phone, in dark.
import type { Page } from "@playwright/test";
import { becomeNewUser } from "../support/accounts.ts";
import { emulateScheme, expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { expectFocus, waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Choice {
  event: string;
  in_app: boolean;
  by_mail: string;
}

const ADDRESS = "/profile?tab=notifications";
const NAMES = {
  goals: "Goals due",
  acting: "Someone signed in as you",
  invoices: "Overdue invoices",
  decisions: "Decisions by clients",
};

/** The user's own settings, from the response that the page receives. */
async function readChoice({ page }: App, event: string): Promise<Choice | undefined> {
  const settingsResponse = await page.evaluate(async () => {
    const response = await fetch("/api/v1/me/notification-settings");
    return (await response.json()) as { data: { events: Choice[] } };
  });
  return settingsResponse.data.events.find((choice) => choice.event === event);
}

const table = (page: Page) => page.getByRole("table");
const row = (page: Page, event: string) =>
  page.getByRole("rowheader", { name: new RegExp(`^${event}`) });

test.describe(() => {
  test.use({ role: "admin" });

  test("a user chooses how to be notified", async ({ app }) => {
    const { page, open, t } = app;
    await becomeNewUser(app, "employee");
    const inApp = (event: string) =>
      page.getByRole("switch", { name: t("profile.notifications.in_app_of", { event }) });
    const byMail = (event: string) =>
      page.getByRole("combobox", { name: t("profile.notifications.by_mail_of", { event }) });
    await open(ADDRESS);
    await table(page).waitFor();
    await expect(page.getByRole("rowheader")).toHaveCount(6);
    await expect(row(page, NAMES.goals)).toHaveCount(1);
    // Sellers of extra work get them.
    await expect(row(page, NAMES.decisions)).toHaveCount(1);
    await expect(row(page, NAMES.invoices)).toHaveCount(0);
    await expectAccessible(page);

    await inApp(NAMES.goals).click({ force: true });
    await byMail(NAMES.goals).selectOption("never");
    await page.getByText(t("profile.notifications.saved"), { exact: true }).waitFor();
    await expect
      .poll(() => readChoice(app, "goals_due"))
      .toMatchObject({ in_app: false, by_mail: "never" });
    await page.reload();
    await waitForPage(page);
    await expect(byMail(NAMES.goals)).toHaveValue("never");
    await expect(inApp(NAMES.goals)).not.toBeChecked();

    await expect(inApp(NAMES.acting)).toHaveCount(0);
    await page
      .getByRole("cell", { name: t("profile.notifications.always"), exact: true })
      .waitFor();
  });

  test("the settings work by keyboard", async ({ app }) => {
    const { page, open, t } = app;
    await becomeNewUser(app, "employee");
    await open("/profile");
    await page.getByRole("tab", { name: t("profile.tab.profile") }).focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForURL("**tab=notifications");
    await table(page).waitFor();
    const inApp = page.getByRole("switch", {
      name: t("profile.notifications.in_app_of", { event: NAMES.goals }),
    });
    const byMail = page.getByRole("combobox", {
      name: t("profile.notifications.by_mail_of", { event: NAMES.goals }),
    });
    await inApp.focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await expectFocus(byMail);
    await page.keyboard.press("ArrowDown");
    await expect
      .poll(() => readChoice(app, "goals_due"))
      .toMatchObject({ in_app: false, by_mail: "never" });
    await expectFocus(byMail);
  });
});

test.describe(() => {
  test.use({ role: "account_manager", viewport: { width: 390, height: 844 } });

  test("the settings fit a phone in the dark theme", async ({ page, open, t }) => {
    await open("/");
    await page.getByRole("button", { name: /^Notifications, / }).click();
    await page.getByRole("link", { name: t("notifications.choose") }).click();
    await page.waitForURL("**tab=notifications");
    await table(page).waitFor();
    await waitForPage(page);
    await emulateScheme(page, "dark");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await row(page, NAMES.invoices).scrollIntoViewIfNeeded();
  });
});
