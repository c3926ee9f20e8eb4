// Tests receivables by client: the sentence, the strip, ready views, an opened client, and its invoices.
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

interface Summary {
  data: {
    buckets: { bucket: string; invoices: number }[];
    currencies: { currency: string }[];
    statuses: { status: string; clients: number }[];
  };
}

interface Rows {
  data: {
    api_id: string;
    client: { name: string } | null;
    buckets: { bucket: string; invoices: number }[];
  }[];
  meta: { total: number };
}

const PATH = "/receivables";

const names = ({ data }: Rows, { t }: App) =>
  data.map(({ client }) => client?.name ?? t("receivables.by_client.unmatched"));

const table = ({ page, t }: App) =>
  page.getByRole("table", { name: t("receivables.by_client.title") });

const shown = (app: App) => table(app).locator("tbody th").allTextContents();

for (const locale of ["en-US", "fr-CA"]) {
  test.describe(locale, () => {
    test.use({ role: "financial_manager", locale });

    test("the menu opens receivables by client, the most overdue first", async ({ app }) => {
      const { page, open, t, api } = app;
      await open("/");
      await page
        .getByRole("navigation", { name: t("shell.main_navigation") })
        .getByRole("link", { name: t("shell.nav.receivables"), exact: true })
        .click();
      await page.getByRole("heading", { level: 1, name: t("shell.nav.receivables") }).waitFor();
      const first = await api.get<Rows>("/receivables-by-client?sort=-overdue&per_page=10");
      await expect.poll(() => shown(app)).toEqual(names(first, app));
      await expectAccessible(page);
    });

    test("the sentence and the strip filter the list", async ({ app }) => {
      const { page, open, t, api } = app;
      const { data } = await api.get<Summary>("/receivables-summary");
      await open(PATH);
      const overdue = data.statuses.find(({ status }) => status === "overdue")?.clients ?? 0;
      await page.locator('p a[href*="status=overdue"]').first().click();
      await expect(table(app)).toHaveAttribute("aria-rowcount", String(overdue + 1));
      const chosen = data.buckets.find(({ bucket, invoices }) => bucket === "1_30" && invoices > 0);
      if (!chosen) throw new Error("Nothing is 1 to 30 days late");
      await page
        .getByRole("region", { name: t("receivables.by_age") })
        .locator(`a[href*="aging_bucket=${chosen.bucket}"]`)
        .click();
      const filtered = await api.get<Rows>(
        `/receivables-by-client?status=overdue&aging_bucket=${chosen.bucket}&sort=-overdue`,
      );
      await expect(table(app)).toHaveAttribute("aria-rowcount", String(filtered.meta.total + 1));
      expect(new URL(page.url()).searchParams.get("status")).toBe("overdue");
    });

    test("a currency shows only its receivables", async ({ app }) => {
      const { page, open, t, api } = app;
      const { data } = await api.get<Summary>("/receivables-summary");
      const currency = data.currencies.at(-1)?.currency ?? "";
      await open(PATH);
      await page
        .getByRole("navigation", { name: t("receivables.currencies.label") })
        .locator(`a[href*="owed_in=${currency}"]`)
        .click();
      const rows = await api.get<Rows>(
        `/receivables-by-client?owed_in=${currency}&sort=-overdue&per_page=10`,
      );
      await expect.poll(() => shown(app)).toEqual(names(rows, app));
    });

    test("a client opens to its invoices, and an invoice in a drawer", async ({ app }) => {
      const { page, open, t, api } = app;
      const { data } = await api.get<Rows>("/receivables-by-client?sort=-overdue&per_page=1");
      const [row] = data;
      if (!row?.client) throw new Error("No client owes money");
      await open(PATH);
      const button = page.getByRole("button", {
        name: t("receivables.expand", { client: row.client.name }),
      });
      await button.click();
      await expect(button).toHaveAttribute("aria-expanded", "true");
      expect(new URL(page.url()).searchParams.get("rows")).toBe(row.api_id);
      const invoices = page.getByRole("table", { name: t("receivables.open_invoices") });
      const count = row.buckets.reduce((sum, one) => sum + one.invoices, 0);
      await expect(invoices.locator("tbody tr")).toHaveCount(count);
      await invoices.getByRole("link").first().click();
      await page
        .getByRole("dialog")
        .getByRole("heading", { name: t("receivables.invoice.payments") })
        .waitFor();
    });
  });
}

test.describe(() => {
  test.use({
    role: "account_manager",
    locale: "fr-CA",
    viewport: { width: 390, height: 844 },
  });

  test("clients are cards of three lines on a phone", async ({ app }) => {
    const { page, open, t } = app;
    await open(PATH);
    const cards = page.getByRole("list", { name: t("receivables.by_client.title") });
    const first = cards.getByRole("listitem").first();
    await first.waitFor();
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
    await first.getByRole("button").click();
    await expectNoSidewaysScroll(page);
  });
});
