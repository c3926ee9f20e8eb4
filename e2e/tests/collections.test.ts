// Tests the follow-up of clients: a contact with a promise, the next follow-up, the client's page and the statement.
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

interface Rows {
  data: {
    api_id: string;
    client: { api_id: string; name: string } | null;
    collection: { next_on: string | null; promise: { status: string } | null };
  }[];
}

/** A client without a follow-up; each test takes another one, because contacts stay. */
async function clientWithoutFollowUp({ api }: App, index: number) {
  const { data } = await api.get<Rows>("/receivables-by-client?status=no_follow_up&sort=client");
  const found = data.filter(({ client, collection }) => client && !collection.promise)[index];
  if (!found?.client) throw new Error("Every client has a follow-up");
  return found.client;
}

for (const locale of ["en-US", "fr-CA"]) {
  test.describe(locale, () => {
    test.use({ role: "financial_manager", locale });

    test("a contact is logged by keyboard with its promise", async ({ app }) => {
      const { page, open, t } = app;
      const client = await clientWithoutFollowUp(app, locale === "en-US" ? 0 : 1);
      await open(`/receivables?client=${client.api_id}&rows=${client.api_id}`);
      const log = page.getByRole("region", { name: t("receivables.follow_up.title") });
      await log.getByRole("link", { name: t("receivables.contacts.log") }).press("Enter");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: t("collection_entries.field.text") }).fill("Wire");
      await dialog
        .getByRole("textbox", { name: t("clients.field.promised_on") })
        .fill(locale === "en-US" ? "12/31/29" : "31/12/29");
      await page.keyboard.press("Tab");
      await dialog.getByRole("textbox", { name: t("clients.field.promised_amount") }).fill("250");
      await expectAccessible(page);
      await dialog
        .getByRole("button", { name: t("receivables.contacts.log"), exact: true })
        .press("Enter");
      await expect(dialog).toBeHidden();
      await expect(
        page.getByRole("list", { name: t("receivables.contacts.title") }).getByText("Wire"),
      ).toBeVisible();
      await expect(log.getByText("250").first()).toBeVisible();
    });
  });
}

test.describe(() => {
  test.use({ role: "financial_manager", locale: "en-US" });

  test("a disputed account is marked, and its client's page leads to the log", async ({ app }) => {
    const { page, open, t } = app;
    const client = await clientWithoutFollowUp(app, 2);
    await open(`/receivables?client=${client.api_id}&rows=${client.api_id}&edit=follow-up`);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(t("clients.field.collection_state")).selectOption("disputed");
    await dialog.getByRole("button", { name: t("form.save") }).click();
    await expect(dialog).toBeHidden();
    await open(`/clients/${client.api_id}/view`);
    await page.getByRole("link", { name: t("client_page.receivables.log") }).click();
    await expect(page).toHaveURL(new RegExp(`rows=${client.api_id}`));
    const log = page.getByRole("region", { name: t("receivables.follow_up.title") });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      log.getByRole("link", { name: t("receivables.contacts.statement") }).click(),
    ]);
    expect(download.suggestedFilename()).toContain(".pdf");
    await log.getByRole("link", { name: t("receivables.contacts.statement_page") }).click();
    await expect(page).toHaveURL(new RegExp(`/clients/${client.api_id}/statement$`));
    const letter = page.getByRole("article");
    await expect(letter.getByText(client.name, { exact: true })).toBeVisible();
    await expect(letter.getByRole("table").first()).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(
      page.getByRole("heading", { name: t("client_page.statement.title"), level: 1 }),
    ).toBeHidden();
    await expect(letter).toBeVisible();
  });
});

test.describe(() => {
  test.use({ role: "financial_manager", locale: "fr-CA", viewport: { width: 375, height: 812 } });

  test("a contact is logged on a phone", async ({ app }) => {
    const { page, open, t } = app;
    const client = await clientWithoutFollowUp(app, 3);
    await open(`/receivables?client=${client.api_id}&rows=${client.api_id}`);
    const log = page.getByRole("region", { name: t("receivables.follow_up.title") });
    await log.waitFor();
    await expectNoSidewaysScroll(page);
    await log.getByRole("link", { name: t("receivables.contacts.log") }).click();
    const dialog = page.getByRole("dialog");
    await dialog
      .getByRole("textbox", { name: t("collection_entries.field.text") })
      .fill("Virement promis");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: t("receivables.contacts.log"), exact: true }).click();
    await expect(
      page
        .getByRole("list", { name: t("receivables.contacts.title") })
        .getByText("Virement promis"),
    ).toBeVisible();
  });
});
