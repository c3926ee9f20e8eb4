// Tests what is still to invoice: the sum and views of the list, and a payment that gets its invoice there.
import { readFileSync } from "node:fs";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { expect, test } from "../support/test.ts";

interface Page {
  data: { api_id: string; client: { name: string }; project: { name: string } }[];
  meta: { total: number };
}

interface Summary {
  kinds: { kind: string; lines: number }[];
  soon_until: string;
  total: { lines: number };
}

const TO_INVOICE =
  "status=planned&status=ready&status=partially_invoiced&status=invoice_voided&status=invoice_deleted&sort=due_on";

/** Without payments whose invoice is gone. */
const LATE = "status=planned&status=ready&status=partially_invoiced&sort=due_on";

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA" });

  test("the totals of every kind open their lines", async ({ app }) => {
    const { page, open, t, api } = app;
    const { kinds, total } = (await api.get<{ data: Summary }>("/to-invoice")).data;
    expect(kinds.reduce((sum, { lines }) => sum + lines, 0)).toBe(total.lines);
    for (const { kind, lines } of kinds.filter((one) => one.lines > 0)) {
      await open("/billing");
      const table = page.getByRole("table", { name: t("billing.summary.title") });
      const name = t(`to_invoice.field.${kind}`);
      const row = table.getByRole("row").filter({ hasText: name });
      await expect(row.getByRole("cell").nth(1)).toHaveText(new RegExp(`^${lines}$`));
      await row.getByRole("link", { name, exact: true }).click();
      await page.waitForURL(/\?/);
      await waitForPage(page);
      await expect(page.getByRole("table").nth(1).getByRole("row")).toHaveCount(
        Math.min(10, lines) + 1,
      );
    }
  });

  test("approved extra work becomes a payment, and is listed by client", async ({ app }) => {
    const { page, open, t, api } = app;
    const left = async () => (await api.get<Page>("/extra-work-to-invoice")).meta.total;
    const ready = async () => (await api.get<Page>("/projects-payments?status=ready")).meta.total;
    const [work, payments] = [await left(), await ready()];
    expect(work, "The demo has approved work without a payment").toBeGreaterThan(0);
    await open("/billing?tab=extra_work");
    await waitForPage(page);
    await expectAccessible(page);
    await page.getByRole("table").nth(1).getByRole("checkbox").nth(1).click();
    await page.getByRole("button", { name: t("billing.work.schedule"), exact: true }).click();
    const dialog = page.getByRole("dialog", { name: t("billing.work.schedule") });
    await dialog.getByRole("button", { name: t("selection.apply") }).click();
    await expect.poll(left).toBe(work - 1);
    expect(await ready()).toBe(payments + 1);
    await open("/billing?tab=clients");
    await waitForPage(page);
    await expectAccessible(page);
  });

  test("the file for QuickBooks needs a number and contains the selected payments", async ({
    app,
  }) => {
    const { page, open, t } = app;
    await open("/billing");
    await waitForPage(page);
    const list = page.getByRole("table").nth(1);
    await list.getByRole("checkbox").nth(1).click();
    await list.getByRole("checkbox").nth(2).click();
    await page
      .getByRole("button", { name: t("payment_bulk.quickbooks.action"), exact: true })
      .click();
    const dialog = page.getByRole("dialog", { name: t("payment_bulk.quickbooks.title") });
    const button = dialog.getByRole("link", { name: t("payment_bulk.quickbooks.download") });
    await button.click();
    await dialog.getByText(t("payment_bulk.quickbooks.number_invalid")).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("textbox").first().fill("2026-0099");
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    const lines = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain("*InvoiceNo,*Customer,*InvoiceDate,*DueDate");
    expect(lines[1]).toContain("2026-0099");
  });

  test("a number that QuickBooks does not have yet changes nothing", async ({ app }) => {
    const { page, open, t, api } = app;
    const total = async () => (await api.get<Page>(`/projects-payments?${TO_INVOICE}`)).meta.total;
    const before = await total();
    await open("/billing");
    await waitForPage(page);
    await page.getByRole("table").nth(1).getByRole("checkbox").nth(1).click();
    await page
      .getByRole("button", { name: t("payment_bulk.invoiced.action"), exact: true })
      .click();
    const dialog = page.getByRole("dialog", { name: t("payment_bulk.invoiced.action") });
    await dialog.getByRole("textbox").fill("X-000");
    await dialog.getByRole("button", { name: t("selection.apply") }).click();
    await page.getByText("X-000").waitFor();
    expect(await total()).toBe(before);
  });

  test("payments that are past due are listed over all projects and skipped with a reason", async ({
    app,
  }) => {
    const { page, open, t, api } = app;
    await open("/billing");
    await waitForPage(page);
    await expectAccessible(page);
    const views = page.getByRole("navigation", { name: t("billing.ready.label") });
    // With the number of its payments.
    await views.getByRole("link", { name: new RegExp(`^${t("billing.ready.late")}`) }).click();
    await page.waitForURL(/due_to=/);
    const due = new URL(page.url()).searchParams.get("due_to");
    const late = await api.get<Page>(`/projects-payments?${LATE}&due_to=${due}`);
    await expect(page.getByRole("table").nth(1).getByRole("row")).toHaveCount(
      Math.min(10, late.meta.total) + 1,
    );
    await page.getByText(new RegExp(`en ${late.meta.total} versements? prévus?$`)).waitFor();
    await page.reload();
    const [first] = late.data;
    if (!first) throw new Error("The demo has payments that are past due");
    const row = page.getByRole("table").nth(1).getByRole("row").nth(1);
    await expect(row).toContainText(first.client.name);
    await expect(row).toContainText(first.project.name);
    await row.getByRole("button").last().click();
    await page.getByRole("menuitem", { name: t("payments.do.skip") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").first().fill("Compris dans le forfait");
    await dialog.getByRole("button", { name: t("payments.skip.confirm"), exact: true }).click();
    await expect
      .poll(async () => (await api.get<Page>(`/projects-payments?${LATE}&due_to=${due}`)).meta)
      .toMatchObject({ total: late.meta.total - 1 });
  });

  test("payments of the past are closed together with a reason, and reopened", async ({ app }) => {
    const { page, open, t, api } = app;
    const total = async () => (await api.get<Page>(`/projects-payments?${TO_INVOICE}`)).meta.total;
    const before = await total();
    await open("/billing");
    await waitForPage(page);
    await page.getByRole("table").nth(1).getByRole("checkbox").nth(1).click();
    await page.getByRole("table").nth(1).getByRole("checkbox").nth(2).click();
    await page.getByRole("button", { name: t("payments.do.skip"), exact: true }).click();
    const dialog = page.getByRole("dialog", { name: t("payments.do.skip") });
    await dialog.getByRole("button", { name: t("selection.apply") }).click();
    await expect(dialog.getByRole("textbox")).toHaveAttribute("aria-invalid", "true");
    await dialog.getByRole("textbox").fill("Facturé avant Régie");
    await dialog.getByRole("button", { name: t("selection.apply") }).click();
    const undo = page.getByRole("button", { name: t("common.undo"), exact: true });
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
