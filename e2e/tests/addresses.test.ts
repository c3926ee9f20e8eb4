// Tests URLs of missing or restricted records: the screen reports them, and no link leads to one.
import { expect, test } from "../support/test.ts";

const MISSING_ID = "01939f00-0000-7000-8000-000000000000";

test.describe(() => {
  test.use({ role: "account_manager", expectedProblems: /status of 404/ });

  test("shows a missing message for a deleted or another user's import", async ({ app }) => {
    const { page, open, t } = app;
    await open(`/clients?import=${MISSING_ID}`);
    await page.getByText(t("imports.gone.title"), { exact: true }).waitFor();
    await expect(page.getByText(t("errors.not_found.title"))).toHaveCount(0);
    await page.getByRole("link", { name: t("imports.to_list"), exact: true }).click();
    await page.getByRole("table", { name: t("clients.title") }).waitFor();
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("opens the administrators' area on the organization's dashboard", async ({ app }) => {
    await app.open("/admin");
    await expect(app.page).toHaveURL(/\/admin\/dashboard$/);
  });

  test("opens the aging of a bookmark with the former spelling", async ({ app }) => {
    const { page, open, t } = app;
    await open("/invoices?view=ageing&as_of=2026-05-31");
    await expect(page.getByLabel(t("receivables.as_of"), { exact: true })).toBeVisible();
  });

  test("ignores an unknown currency in the URL", async ({ app }) => {
    const { page, open, t } = app;
    const boards = [
      "/dashboard",
      "/admin/dashboard",
      "/oos-sales?tab=analysis",
      "/churns?tab=analysis",
    ];
    for (const path of boards) {
      const query = path.includes("?") ? "&" : "?";
      const label = t(path.includes("?") ? "analysis.currency" : "dashboard.currency");
      await open(path);
      const field = page.getByLabel(label, { exact: true });
      const defaultCurrency = await field.inputValue();
      await open(`${path}${query}currency=XXX`);
      await expect.poll(() => field.inputValue(), { message: path }).toBe(defaultCurrency);
      await page.getByRole("figure").first().waitFor();
      await expect(page.getByText(t("ui.failed.refused")), path).toHaveCount(0);
      await open(`${path}${query}currency=USD`);
      await expect.poll(() => field.inputValue(), { message: path }).toBe("USD");
    }
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("links names in a seller's lists only to records that open", async ({ app }) => {
    const { page, open, api } = app;
    let withoutLink = 0;
    for (const path of ["/oos-sales", "/projects/oos"]) {
      await open(`${path}?per_page=100`);
      await page.locator("tbody tr").first().waitFor();
      const links = await page
        .locator("tbody a[href*='/clients/'], tbody a[href*='/projects/']")
        .evaluateAll((links) =>
          links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
        );
      for (const link of new Set(links)) {
        const [, noun, id] = /\/(clients|projects)\/([^/]+)/.exec(link) ?? [];
        await api.get(`/${noun}/${id}`);
      }
      const rows = await api.get<{ data: { client: { can_open: boolean } }[] }>(
        path === "/oos-sales" ? "/oos-sales?per_page=100" : "/projects?kind=oos&per_page=100",
      );
      withoutLink += rows.data.filter(({ client }) => !client.can_open).length;
    }
    // The demo data must have such sales, or the test would check nothing.
    expect(withoutLink).toBeGreaterThan(0);
  });
});
