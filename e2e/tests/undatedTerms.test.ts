// Tests terms without a date: the page of months leads to them; one is dated by keyboard, another one dismissed.
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Row {
  api_id: string;
  cause: string;
  names: string | null;
  state: string;
  dated_on: string | null;
  decision_reason: string | null;
}

async function readRows({ api }: App): Promise<Row[]> {
  return (await api.get<{ data: Row[] }>("/undated-terms?cause=unknown_name")).data;
}

async function readRow({ api }: App, id: string): Promise<Row> {
  return (await api.get<{ data: Row }>(`/undated-terms/${id}`)).data;
}

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("terms without a date are dated and dismissed from the page of months", async ({ app }) => {
    const { page, open, t } = app;
    const [first, second] = await readRows(app);
    if (!first || !second) throw new Error("The demo has two names without a record");
    await open("/admin/months");
    await page.getByRole("link", { name: t("undated_terms.see") }).click();
    await page.getByRole("heading", { name: t("undated_terms.title"), level: 1 }).waitFor();
    await waitForPage(page);
    await expectAccessible(page);

    const link = page
      .getByRole("row", { name: first.names ?? "" })
      .getByRole("link")
      .first();
    await link.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: t("undated_terms.date.open") }).press("Enter");
    const form = page.getByRole("dialog").last();
    await form.getByRole("textbox", { name: t("dated_terms.effective_from") }).fill("2026-10-15");
    const box = form.getByRole("combobox", { name: t("projects.field.account_manager") });
    await box.fill("Maëlle");
    await page
      .getByRole("option", { name: /Maëlle/ })
      .first()
      .click();
    await expectAccessible(page);
    await form.getByRole("button", { name: t("undated_terms.date.action"), exact: true }).click();
    await expect.poll(async () => (await readRow(app, first.api_id)).state).toBe("dated");
    expect((await readRow(app, first.api_id)).dated_on).toBe("2026-10-15");

    await open("/admin/undated-terms?state=open");
    await page
      .getByRole("row", { name: second.names ?? "" })
      .getByRole("checkbox")
      .check();
    await page
      .getByRole("button", { name: t("undated_terms.dismiss.action"), exact: true })
      .click();
    const dismissal = page.getByRole("dialog");
    await dismissal
      .getByLabel(t("undated_terms.field.decision_reason"))
      .fill("Ces personnes ne sont plus connues.");
    await dismissal.getByRole("button").last().click();
    await expect
      .poll(async () => (await readRow(app, second.api_id)).decision_reason)
      .toBe("Ces personnes ne sont plus connues.");
    await expect(page.getByRole("row", { name: second.names ?? "" })).toHaveCount(0);
  });
});

test.describe(() => {
  test.use({ role: "admin", viewport: { width: 320, height: 700 } });

  test("terms without a date on a phone, and none", async ({ page, open, t }) => {
    await open("/admin/undated-terms?cause=pause_without_day");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole("link", { name: /Pause/ }).first().click();
    await page.getByRole("button", { name: t("undated_terms.dismiss.open") }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await open("/admin/undated-terms?cause=churned_without_day");
    await expectNoSidewaysScroll(page);
  });
});
