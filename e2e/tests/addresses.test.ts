// What an address names that is not there, or not its reader's: said in its place, and never a way to nowhere.
import { expect, test } from "../support/test.ts";

const NOWHERE = "01939f00-0000-7000-8000-000000000000";

test.describe(() => {
  test.use({ role: "account_manager", expectedProblems: /status of 404/ });

  test("an import that is gone or another user's", async ({ app }) => {
    const { page, open, words } = app;
    await open(`/clients?import=${NOWHERE}`);
    await page.getByText(words("imports.gone.title"), { exact: true }).waitFor();
    await expect(page.getByText(words("errors.not_found.title"))).toHaveCount(0);
    await page.getByRole("link", { name: words("imports.to_list"), exact: true }).click();
    await page.getByRole("table", { name: words("clients.title") }).waitFor();
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("the administrators' area opens on the organization's dashboard", async ({ app }) => {
    await app.open("/admin");
    await expect(app.page).toHaveURL(/\/admin\/dashboard$/);
  });

  test("a currency that there is not", async ({ app }) => {
    const { page, open, words } = app;
    const boards = [
      "/dashboard",
      "/admin/dashboard",
      "/oos-sales?tab=analysis",
      "/churns?tab=analysis",
    ];
    for (const path of boards) {
      const query = path.includes("?") ? "&" : "?";
      const label = words(path.includes("?") ? "analysis.currency" : "dashboard.currency");
      await open(path);
      const field = page.getByLabel(label, { exact: true });
      const own = await field.inputValue();
      await open(`${path}${query}currency=XXX`);
      await expect.poll(() => field.inputValue(), { message: path }).toBe(own);
      await page.getByRole("figure").first().waitFor();
      await expect(page.getByText(words("ui.failed.refused")), path).toHaveCount(0);
      await open(`${path}${query}currency=USD`);
      await expect.poll(() => field.inputValue(), { message: path }).toBe("USD");
    }
  });
});

test.describe(() => {
  test.use({ role: "employee" });

  test("every name in a seller's lists that is a link leads somewhere", async ({ app }) => {
    const { page, open, api } = app;
    let plain = 0;
    for (const path of ["/oos-sales", "/projects/oos"]) {
      await open(`${path}?per_page=100`);
      await page.locator("tbody tr").first().waitFor();
      const links = await page
        .locator("tbody a[href*='/clients/'], tbody a[href*='/projects/']")
        .evaluateAll((found) =>
          found.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
        );
      for (const link of new Set(links)) {
        const [, noun, id] = /\/(clients|projects)\/([^/]+)/.exec(link) ?? [];
        await api.get(`/${noun}/${id}`);
      }
      const rows = await api.get<{ data: { client: { can_open: boolean } }[] }>(
        path === "/oos-sales" ? "/oos-sales?per_page=100" : "/projects?kind=oos&per_page=100",
      );
      plain += rows.data.filter(({ client }) => !client.can_open).length;
    }
    // The demonstration has such sales: else nothing was tried here.
    expect(plain).toBeGreaterThan(0);
  });
});
