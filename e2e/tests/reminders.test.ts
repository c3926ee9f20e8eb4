// Tests reminders to pay: previewed and sent to one client, refused a second time, and previewed for many.
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

interface Rows {
  data: {
    client: { api_id: string; name: string } | null;
    collection: { last_reminder: unknown };
  }[];
}

/** An overdue client that was not reminded; each test takes another one, because reminders stay. */
async function overdueClient({ api }: App, index: number) {
  const { data } = await api.get<Rows>(
    "/receivables-by-client?status=overdue&sort=client&per_page=100",
  );
  const found = data.filter(({ client, collection }) => client && !collection.last_reminder)[index];
  if (!found?.client) throw new Error("Every client was reminded");
  return found.client;
}

for (const locale of ["en-US", "fr-CA"]) {
  test.describe(locale, () => {
    test.use({ role: "financial_manager", locale });

    test("a reminder is previewed, sent once and logged", async ({ app }) => {
      const { page, open, t } = app;
      const client = await overdueClient(app, locale === "en-US" ? 3 : 4);
      await open(`/receivables?client=${client.api_id}&rows=${client.api_id}`);
      const log = page.getByRole("region", { name: t("receivables.follow_up.title") });
      await log.getByRole("link", { name: t("receivables.reminders.action") }).press("Enter");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: t("receivables.reminders.text") }).fill("Payable");
      await expectAccessible(page);
      const send = locale === "en-US" ? "Send 1 reminder" : "Envoyer 1 rappel";
      await dialog.getByRole("button", { name: send }).press("Enter");
      await expect(dialog).toBeHidden();
      await expect(log.getByText("Payable")).toBeAttached();
      await log.getByRole("link", { name: t("receivables.reminders.action") }).press("Enter");
      await expect(dialog.getByRole("checkbox")).not.toBeChecked();
      await expect(
        dialog.getByRole("button", {
          name: locale === "en-US" ? "Send" : "Envoyer",
          exact: true,
        }),
      ).toBeDisabled();
      await dialog.getByRole("checkbox").check();
      await expect(dialog.getByRole("button", { name: send })).toBeEnabled();
    });
  });
}

test.describe(() => {
  test.use({ role: "financial_manager", locale: "en-US" });

  test("reminders to many clients are previewed first", async ({ app }) => {
    const { page, open, t } = app;
    await open("/receivables?status=overdue");
    await page.getByRole("checkbox", { name: t("table.select_page") }).check();
    await page.getByRole("button", { name: t("receivables.reminders.action") }).click();
    const dialog = page.getByRole("dialog");
    await expect(
      dialog.getByRole("list", { name: t("receivables.reminders.list") }).getByRole("link"),
    ).toHaveCount(10);
    await dialog.getByLabel(t("receivables.reminders.level")).selectOption("firm");
    await expect(dialog.getByText(t("receivables.reminders.read")).first()).toBeVisible();
    await expectAccessible(page);
  });

  test.describe(() => {
    test.use({ viewport: { width: 390, height: 844 } });

    test("the preview fits a phone", async ({ app }) => {
      const { page, open } = app;
      const client = await overdueClient(app, 6);
      await open(`/receivables?client=${client.api_id}&rows=${client.api_id}&edit=reminder`);
      await expect(page.getByRole("dialog").getByRole("textbox").first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  });
});
