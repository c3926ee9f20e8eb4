// Tests reminders to pay: previewed and sent to one client, refused a second time, and previewed for many.
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

interface Rows {
  data: { client: { api_id: string } | null }[];
}
interface Previews {
  data: { reminders: { client: { api_id: string }; reasons: string[] }[] };
}

/** An overdue client that nothing speaks against reminding; each test takes another one, because reminders stay. */
async function overdueClient({ api }: App, index: number) {
  const { data } = await api.get<Rows>(
    "/receivables-by-client?status=overdue&sort=client&per_page=100",
  );
  const clients = data.flatMap(({ client }) => (client ? [`client=${client.api_id}`] : []));
  const previews = await api.get<Previews>(`/reminder-previews?${clients.join("&")}`);
  const found = previews.data.reminders.filter(({ reasons }) => reasons.length === 0)[index];
  if (!found) throw new Error("No client to remind");
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
      await expect(log.getByText("Payable", { exact: true })).toBeAttached();
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

    test("several clients are chosen on a phone", async ({ app }) => {
      const { page, open, t } = app;
      await open("/receivables?status=overdue&sort=-days_to_pay");
      const cards = page.getByRole("list", { name: t("receivables.by_client.title") });
      for (const index of [0, 1]) await cards.getByRole("checkbox").nth(index).check();
      await page.getByRole("button", { name: t("receivables.reminders.action") }).click();
      const preview = page.getByRole("list", { name: t("receivables.reminders.list") });
      await expect(preview.getByRole("link")).toHaveCount(2);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });

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
