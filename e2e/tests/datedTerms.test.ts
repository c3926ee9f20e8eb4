// Tests dated terms: recorded for a day to come, shown in the timeline, and removed.
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

interface Term {
  api_id: string | null;
  term: string;
  effective_from: string | null;
}

const first = async ({ api }: App, list: string) =>
  (await api.get<{ data: { api_id: string; name: string }[] }>(`/${list}?per_page=1`)).data[0];

const listTerms = async ({ api }: App, path: string) =>
  (await api.get<{ data: Term[] }>(`/${path}?per_page=100`)).data.filter(
    ({ effective_from }) => effective_from === "2031-01-01",
  );

async function record({ page, t }: App): Promise<void> {
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("form.save"), exact: true })
    .click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", viewport: { width: 320, height: 800 } });

  test("hours of an employee change on a day to come", async ({ app }) => {
    const { page, t } = app;
    const employee = await first(app, "employees");
    const path = `employees/${employee?.api_id}/employment-terms`;
    await app.open(`/employees/${employee?.api_id}/view`);
    const timeline = page.getByRole("list", { name: t("dated_terms.employment") });
    await timeline.getByText(t("dated_terms.from_start")).first().waitFor();
    await page.getByRole("button", { name: t("dated_terms.record") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: t("dated_terms.effective_from") }).fill("2031-01-01");
    await dialog
      .getByRole("textbox", { name: t("employees.field.capacity_hours_week") })
      .fill("21,25");
    await expect(dialog).toContainText(t("dated_terms.preview.nothing"));
    await dialog.getByRole("textbox", { name: t("dated_terms.reason") }).fill("Retour aux études");
    await record(app);
    const line = timeline.getByRole("listitem").first();
    await expect(line).toContainText("21,25");
    await expect(line).toContainText(t("dated_terms.future"));
    await expect(line).toContainText("Retour aux études");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    expect((await listTerms(app, path)).map(({ term }) => term)).toEqual(["capacity_hours_week"]);
    await line.getByRole("button").click();
    await dialog.getByRole("button", { name: t("dated_terms.remove"), exact: true }).click();
    await expect.poll(() => listTerms(app, path)).toEqual([]);
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("a client gets another account manager on a day to come", async ({ app }) => {
    const { page, t } = app;
    const client = await first(app, "clients");
    const path = `clients/${client?.api_id}/responsibility-terms`;
    await app.open(`/clients/${client?.api_id}/view`);
    await page.getByRole("button", { name: t("dated_terms.record") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: t("dated_terms.effective_from") }).fill("2031-01-01");
    const box = dialog.getByRole("combobox", { name: t("clients.field.account_manager") });
    const before = await box.inputValue();
    await box.click();
    const other = page.getByRole("option").filter({ hasNotText: before }).first();
    const name = (await other.textContent()) ?? "";
    await other.click();
    await record(app);
    const timeline = page.getByRole("list", { name: t("dated_terms.responsibility") });
    await expect(timeline.getByRole("listitem").first()).toContainText(name);
    expect((await listTerms(app, path)).map(({ term }) => term)).toEqual(["account_manager"]);
  });

  test("the form of a client says from when another account manager holds", async ({ app }) => {
    const { page, t } = app;
    const client = await first(app, "clients");
    await app.open(`/clients/${client?.api_id}/edit`);
    const box = page.getByRole("combobox", { name: t("clients.field.account_manager") });
    const before = await box.inputValue();
    const hint = page.getByRole("link", { name: t("dated_terms.other_day") });
    await expect(hint).toHaveCount(0);
    await box.click();
    const options = page.getByRole("option").filter({ hasNotText: before, visible: true });
    await options.first().click();
    await expect(hint).toHaveAttribute("href", `/clients/${client?.api_id}/view`);
    await expect(hint).toBeInViewport();
    await expectAccessible(page);
  });
});
