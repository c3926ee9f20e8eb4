// Tests what is still to invoice: the sum and views of the list, and a payment that gets its invoice there.
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { expect, test } from "../support/test.ts";

interface Page {
  data: { api_id: string; client: { name: string }; project: { name: string } }[];
  meta: { total: number };
}

const TO_INVOICE =
  "status=planned&status=ready&status=partially_invoiced&status=invoice_voided&status=invoice_deleted&sort=due_on";

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("payments that are past due are listed over all projects and skipped with a reason", async ({
    app,
  }) => {
    const { page, open, t, api } = app;
    await open("/billing");
    await waitForPage(page);
    await expectAccessible(page);
    await page.getByRole("link", { name: t("billing.ready.late"), exact: true }).click();
    await page.waitForURL(/due_to=/);
    const due = new URL(page.url()).searchParams.get("due_to");
    const late = await api.get<Page>(`/projects-payments?${TO_INVOICE}&due_to=${due}`);
    await expect(page.getByRole("row")).toHaveCount(Math.min(10, late.meta.total) + 1);
    await page.getByText(new RegExp(`en ${late.meta.total} versements? prévus?$`)).waitFor();
    await page.reload();
    const [first] = late.data;
    if (!first) throw new Error("The demo has payments that are past due");
    const row = page.getByRole("row").nth(1);
    await expect(row).toContainText(first.client.name);
    await expect(row).toContainText(first.project.name);
    await row.getByRole("button").last().click();
    await page.getByRole("menuitem", { name: t("payments.do.skip") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").first().fill("Compris dans le forfait");
    await dialog.getByRole("button", { name: t("payments.skip.confirm"), exact: true }).click();
    await expect
      .poll(
        async () => (await api.get<Page>(`/projects-payments?${TO_INVOICE}&due_to=${due}`)).meta,
      )
      .toMatchObject({ total: late.meta.total - 1 });
  });

  test("payments of the past are closed together with a reason, and reopened", async ({ app }) => {
    const { page, open, t, api } = app;
    const total = async () => (await api.get<Page>(`/projects-payments?${TO_INVOICE}`)).meta.total;
    const before = await total();
    await open("/billing");
    await waitForPage(page);
    await page.getByRole("row").nth(1).getByRole("checkbox").click();
    await page.getByRole("row").nth(2).getByRole("checkbox").click();
    await page.getByRole("button", { name: t("payments.do.skip"), exact: true }).click();
    const dialog = page.getByRole("dialog", { name: t("payments.do.skip") });
    await dialog.getByRole("button", { name: t("selection.apply") }).click();
    await expect(dialog.getByRole("textbox")).toHaveAttribute("aria-invalid", "true");
    await dialog.getByRole("textbox").fill("Facturé avant Régie");
    await dialog.getByRole("button", { name: t("selection.apply") }).click();
    const undo = page.getByRole("button", { name: t("common.undo") });
    await undo.waitFor();
    expect(await total()).toBe(before - 2);
    await undo.click();
    await expect.poll(total).toBe(before);
  });
});

test.describe(() => {
  test.use({ role: "account_manager", viewport: { width: 390, height: 844 } });

  test("an account manager sees the payments of own projects on a phone", async ({ app }) => {
    const { page, open, api } = app;
    await open("/billing");
    await waitForPage(page);
    await expectNoSidewaysScroll(page);
    const { meta } = await api.get<Page>(`/projects-payments?${TO_INVOICE}`);
    await page.getByText(new RegExp(`in ${meta.total} scheduled payments?$`)).waitFor();
  });
});
