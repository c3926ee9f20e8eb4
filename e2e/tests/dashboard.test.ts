// Tests the dashboard: period, currency and scope in the URL, and the records behind each figure.
import type { Page } from "@playwright/test";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Sum {
  count: number;
  money: { amount: string; currency: string } | null;
}
interface Dashboard {
  from: string;
  to: string;
  currency: string;
  figures: Record<string, Sum & { groups: (Sum & { name: string })[] }>;
}
interface Row {
  converted: { amount: string } | null;
}

const PER_PAGE = 100;

async function read({ api }: App, requested: string): Promise<Dashboard> {
  return (await api.get<{ data: Dashboard }>(`/dashboard?${requested}`)).data;
}

/** Sums every row of a figure over all pages, in cents. */
async function sumRows({ api }: App, requested: string): Promise<{ cents: number; count: number }> {
  let [cents, count, last] = [0, 0, 1];
  for (let page = 1; page <= last; page += 1) {
    const { data, meta } = await api.get<{ data: Row[]; meta: { last_page: number } }>(
      `/dashboard-rows?${requested}&per_page=${PER_PAGE}&page=${page}`,
    );
    last = meta.last_page;
    count += data.length;
    cents += data.reduce((sum, { converted }) => sum + inCents(converted?.amount), 0);
  }
  return { cents, count };
}

function inCents(amount = "0"): number {
  return Math.round(Number(amount) * 100);
}

function figureNamed(page: Page, label: string) {
  return page.locator("dl > div").filter({ hasText: label });
}

async function expectScreenQuality(page: Page) {
  await expectNoSidewaysScroll(page);
  await expectNothingCut(page);
  await expectAccessible(page);
}

test.describe(() => {
  test.use({ role: "admin" });

  test("a figure says which invoices bill no project, and opens them", async ({ app }) => {
    const { page, open, api } = app;
    await open("/dashboard?from=2026-01-01&to=2026-10-31");
    const { data } = await api.get<{ data: { gaps: { name: string; count: number }[] } }>(
      "/figure-gaps?from=2026-01-01&to=2026-10-31",
    );
    const count = data.gaps.find(({ name }) => name === "invoices_without_project")?.count;
    await page.getByRole("link", { name: /without a project$/ }).click();
    await page.getByText(new RegExp(`of ${count}$`)).waitFor();
  });

  test("figures of other days in another currency", async ({ app }) => {
    const { page, open, t } = app;
    await open("/dashboard");
    await page.getByText(t("dashboard.mrr.label"), { exact: true }).first().waitFor();
    await expectScreenQuality(page);
    const chosen = page.getByLabel(t("analysis.period"), { exact: true });
    await chosen.selectOption({ label: t("analysis.periods.custom") });
    await page.getByLabel(t("analysis.from")).first().waitFor();
    await page.reload();
    await page.getByLabel(t("analysis.from")).first().waitFor();
    await chosen.selectOption({ label: t("analysis.periods.last_quarter") });
    await page.waitForURL((url) => url.searchParams.has("from") && !url.searchParams.has("days"));
    await page.getByLabel(t("dashboard.currency")).selectOption("GBP");
    await page.waitForURL((url) => url.searchParams.get("currency") === "GBP");
    const { search } = new URL(page.url());
    await page.reload();
    await waitForPage(page);
    expect(new URL(page.url()).search).toBe(search);
    await expect(chosen).toHaveValue("last_quarter");
    await figureNamed(page, t("dashboard.revenue.label")).locator("dd a").first().click();
    const chart = page.getByRole("figure", { name: t("dashboard_page.by_month") });
    const asTable = t("charts.show_table", { title: t("dashboard_page.by_month") });
    await chart.getByRole("button", { name: asTable }).click();
    await chart.getByRole("table").waitFor();
    expect(new URL(page.url()).searchParams.get("tables")).toBe("revenue");
    await page.reload();
    await chart.getByRole("table").waitFor();
    await chart.getByRole("table").getByRole("link").first().click();
    const month = new URL(page.url()).searchParams.get("group");
    const { from, currency } = Object.fromEntries(new URL(page.url()).searchParams);
    expect([month, currency]).toEqual([from?.slice(0, 7), "GBP"]);
    const parts = page.getByRole("list", { name: t("dashboard.breakdown") });
    await parts.getByRole("link").nth(1).click();
    await page.waitForURL((url) => url.searchParams.get("group")?.startsWith(`${month}:`) ?? false);
  });

  test("a figure opens the rows it adds up", async ({ app }) => {
    const { page, open, t } = app;
    const dashboard = await read(app, "currency=CAD&scope=all");
    for (const name of ["mrr", "receivables", "revenue"]) {
      const rows = await sumRows(app, `figure=${name}&currency=CAD&scope=all`);
      expect(rows.cents).toBe(inCents(dashboard.figures[name]?.money?.amount));
      expect(rows.count).toBe(dashboard.figures[name]?.count);
    }
    await open("/dashboard?currency=CAD");
    const label = t("dashboard.mrr.label");
    const card = figureNamed(page, label);
    const value = await card.locator("dd a").first().innerText();
    await card.locator("dd a").first().click();
    const drawer = page.getByRole("dialog", { name: t("dashboard.rows_of", { label }) });
    await drawer.getByRole("table").waitFor();
    await drawer.getByText(value, { exact: true }).first().waitFor();
    await expectAccessible(page);
    await page.reload();
    await drawer.getByRole("table").waitFor();
    await page.goBack();
    await drawer.waitFor({ state: "hidden" });
  });

  test("churn opens its retainers and clients", async ({ app }) => {
    const { page, open, t } = app;
    const days = "from=2026-01-01&to=2026-10-31&currency=CAD&scope=all";
    const dashboard = await read(app, days);
    for (const figure of ["lost_retainers", "lost_clients"] as const) {
      await open(`/dashboard?${days}`);
      const label = t(`dashboard.${figure}.label`);
      const card = figureNamed(page, label);
      const value = card.locator("dd a").first();
      const count = dashboard.figures[figure]?.count ?? 0;
      expect(count).toBeGreaterThan(0);
      expect((await value.innerText()).split(" ", 1)).toEqual([String(count)]);
      await value.click();
      const drawer = page.getByRole("dialog", { name: t("dashboard.rows_of", { label }) });
      await drawer.getByRole("table").waitFor();
      await expect(drawer.getByRole("table").locator("tbody tr")).toHaveCount(count);
    }
    await open("/churns?tab=analysis&from=2026-01-01&to=2026-10-31&currency=CAD");
    const label = t("dashboard.lost_clients.label");
    await figureNamed(page, label).locator("dd a").first().click();
    await page.waitForURL((url) => url.pathname.endsWith("/dashboard"));
    await page.getByRole("dialog", { name: t("dashboard.rows_of", { label }) }).waitFor();
  });

  test("both addresses show three sections, each with its chart, and the same scopes", async ({
    app,
  }) => {
    const { page, open, t } = app;
    for (const address of ["/dashboard", "/admin/dashboard"]) {
      await open(address);
      for (const [section, chart] of [
        ["growth", t("churn_analysis.bridge")],
        ["delivery", t("dashboard_page.history.utilization")],
        ["cash", t("dashboard_page.by_age")],
      ] as const) {
        const region = page.getByRole("region", { name: t(`dashboard_page.sections.${section}`) });
        await expect(region.getByRole("figure")).toHaveCount(1);
        await region.getByRole("figure", { name: chart }).waitFor();
      }
      await page.getByLabel(t("dashboard.whose"), { exact: true }).selectOption("own");
      await page.waitForURL((url) => url.searchParams.get("scope") === "own");
      expect(new URL(page.url()).pathname.endsWith(address)).toBe(true);
    }
  });

  test("a bar of utilization opens the hours of its month", async ({ app }) => {
    const { page, open, t } = app;
    await open("/dashboard?tables=utilization");
    const chart = page.getByRole("figure", { name: t("dashboard_page.history.utilization") });
    await chart.getByRole("table").getByRole("link").first().click();
    const label = t("dashboard.utilisation.label");
    const drawer = page.getByRole("dialog", { name: t("dashboard.rows_of", { label }) });
    await drawer.getByRole("table").waitFor();
    const { from, to } = Object.fromEntries(new URL(page.url()).searchParams);
    expect(from?.slice(0, 7)).toBe(to?.slice(0, 7));
  });
});

test.describe(() => {
  test.use({ role: "admin", expectedProblems: /status of 500/ });

  test("a chart that fails says so, and the rest stands", async ({ app }) => {
    const { page, open, t } = app;
    await page.route("**/api/v1/churns-analysis*", (route) => route.fulfill({ status: 500 }));
    await open("/dashboard");
    const growth = page.getByRole("region", { name: t("dashboard_page.sections.growth") });
    const retry = growth.getByRole("button", { name: t("common.retry") });
    await retry.waitFor();
    await figureNamed(page, t("dashboard.mrr.label")).locator("dd a").first().waitFor();
    await page.getByRole("figure", { name: t("dashboard_page.by_age") }).waitFor();
    await page.unroute("**/api/v1/churns-analysis*");
    await retry.click();
    await growth.getByRole("figure", { name: t("churn_analysis.bridge") }).waitFor();
  });
});

test.describe(() => {
  test.use({ role: "admin", colorScheme: "dark", viewport: { width: 375, height: 812 } });

  test("the organization's figures on a phone", async ({ page, open, t }) => {
    await open("/admin/dashboard");
    await page.getByText(t("dashboard.mrr.label"), { exact: true }).first().waitFor();
    await page.getByRole("figure", { name: t("churn_analysis.bridge") }).waitFor();
    await expectScreenQuality(page);
    await open("/admin/dashboard?rows=mrr");
    await page.getByRole("dialog").locator("ul > li:has(dl)").first().waitFor();
    await expectScreenQuality(page);
  });
});

test.describe(() => {
  test.use({ role: "account_manager" });

  test("an account manager sees only their own figures, whatever the URL says", async ({ app }) => {
    const { page, open, t } = app;
    const [own, all] = [await read(app, "scope=own"), await read(app, "scope=all")];
    expect(own.figures.mrr).toEqual(all.figures.mrr);
    await open("/dashboard");
    await page.getByText(t("dashboard.mrr.label"), { exact: true }).first().waitFor();
    await expect(page.getByLabel(t("dashboard.whose"), { exact: true })).toHaveCount(0);
    const shown = await page.getByText(t("dashboard.utilisation.label"), { exact: true }).count();
    expect(shown).toBe("utilisation" in own.figures ? 1 : 0);
  });
});
