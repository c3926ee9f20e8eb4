// Tests the home page's figures: history loads without a layout shift, each part links to exactly its rows, and
// restricted figures are neither shown nor requested.
import type { Page } from "@playwright/test";
import {
  emulateScheme,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

interface Sum {
  amount: string;
}
interface Months {
  figures: Record<string, { from: string; to: string; count: number; money: Sum }[]>;
}
interface Rows {
  data: { kind: string; converted: Sum | null }[];
  meta: { total: number; last_page: number };
}
interface Analysis {
  bridge: {
    mrr_start: Sum;
    contraction: Sum;
    churn: Sum;
    gross_revenue_churn: { percent: string };
  };
}

const MAX_SHIFT = 0.02;
const cents = ({ amount }: Sum) => Math.round(Number(amount) * 100);
const figureCard = (page: Page, label: string) =>
  page.locator("dl > div").filter({ hasText: label });

/** All rows of a list URL, over all pages. */
async function readRows({ api }: App, path: string, search: URLSearchParams) {
  const found: Rows["data"] = [];
  for (let [page, last] = [1, 1]; page <= last; page += 1) {
    search.set("page", String(page));
    search.set("per_page", "100");
    const { data, meta } = await api.get<Rows>(`${path}?${search}`);
    last = meta.last_page;
    found.push(...data);
  }
  return found;
}

async function recordShifts(page: Page) {
  await page.addInitScript(() => {
    const shiftWindow = window as unknown as { shifted: number };
    shiftWindow.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shiftWindow.shifted += (entry as unknown as { value: number }).value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const shifted = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifted: number }).shifted);

test.describe(() => {
  test.use({ role: "admin", viewport: { width: 1366, height: 2400 } });

  test("home's figures load without a layout shift", async ({ app }) => {
    const { page, open, t } = app;
    await recordShifts(page);
    await open("/");
    const chart = page.getByRole("figure", { name: t("home.history.mrr") });
    await chart.getByRole("img").waitFor();
    const spark = t("home.history.chart_label", { label: t("dashboard.mrr.label") });
    expect(spark).toContain(t("dashboard.mrr.label"));
    await expect(page.locator("dl svg[role=img]")).toHaveCount(4);
    expect(await shifted(page)).toBeLessThanOrEqual(MAX_SHIFT);
    await expectNothingCut(page);
    await expectAccessible(page);
    await emulateScheme(page, "dark");
    await expectAccessible(page, "contrast");
  });
});

test.describe(() => {
  test.use({ role: "admin", colorScheme: "dark", viewport: { width: 375, height: 6000 } });

  test("home's figures on a phone", async ({ app }) => {
    const { page, open, t } = app;
    await recordShifts(page);
    await open("/");
    await page
      .getByRole("figure", { name: t("home.history.mrr") })
      .getByRole("img")
      .waitFor();
    expect(await shifted(page)).toBeLessThanOrEqual(MAX_SHIFT);
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
    await emulateScheme(page, "light");
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("home's figures link to their rows", async ({ app }) => {
    const { page, open, t, api } = app;
    await open("/");
    await figureCard(page, t("home.churn.label")).locator("dd a").first().click();
    await page.waitForURL((url) => url.searchParams.get("tab") === "changes");
    await waitForPage(page);
    const requested = new URL(page.url()).searchParams;
    expect(requested.get("kind")?.split(",").sort()).toEqual(["churn", "contraction"]);
    const days = `from=${requested.get("from")}&to=${requested.get("to")}`;
    const currency = requested.get("currency");
    const search = new URLSearchParams(`${days}&currency=${currency}`);
    for (const kind of ["churn", "contraction"]) search.append("kind", kind);
    const rows = await readRows(app, "/mrr-movements", search);
    const analysis = await api.get<{ data: Analysis }>(`/churns-analysis?${days}`);
    const { mrr_start, contraction, churn, gross_revenue_churn } = analysis.data.bridge;
    const lost = rows.reduce((sum, { converted }) => sum + cents(converted ?? { amount: "0" }), 0);
    expect(lost).toBe(cents(contraction) + cents(churn));
    expect((lost / cents(mrr_start)) * 100).toBeCloseTo(Number(gross_revenue_churn.percent), 1);

    await open("/?tables=mrr.receivables");
    const chart = page.getByRole("figure", { name: t("home.history.mrr") });
    const lines = chart.getByRole("table").locator("tbody tr");
    const { figures } = (await api.get<{ data: Months }>("/dashboard-months")).data;
    await expect(lines).toHaveCount(figures.mrr?.length ?? 0);
    const month = figures.mrr?.[9];
    await lines.nth(9).getByRole("link").click();
    await page.waitForURL((url) => url.pathname.endsWith("/dashboard"));
    const opened = new URL(page.url()).searchParams;
    expect([opened.get("from"), opened.get("to")]).toEqual([month?.from, month?.to]);
    const label = t("dashboard.mrr.label");
    const drawer = page.getByRole("dialog", { name: t("dashboard.rows_of", { label }) });
    await drawer.getByRole("table").waitFor();
    const running = await readRows(
      app,
      "/dashboard-rows",
      new URLSearchParams(`figure=mrr&from=${month?.from}&to=${month?.to}`),
    );
    expect(running.length).toBe(month?.count);
    expect(running.reduce((sum, row) => sum + cents(row.converted ?? { amount: "0" }), 0)).toBe(
      month && cents(month.money),
    );

    await open("/?tables=mrr.receivables");
    const receivables = page.getByRole("figure", { name: t("dashboard.by_age") });
    await receivables.getByRole("table").getByRole("link").first().click();
    await page.waitForURL((url) => url.searchParams.get("rows") === "receivables");
    expect(new URL(page.url()).pathname).toMatch(/\/dashboard$/);
    await page.getByRole("dialog").getByRole("table").waitFor();
  });
});

/** The requests of the home page until it is complete, without duplicates. */
async function homeRequests({ page, open }: App): Promise<string[]> {
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/v1/")) requested.push(pathname.replace("/api/v1", "") + search);
  });
  await open("/");
  await page.waitForLoadState("networkidle");
  return requested;
}

const FIGURES = [
  ["/churns-analysis", "statistics.churn", "home.churn.label"],
  ["/dashboard-months", "statistics.mrr", "home.history.mrr"],
] as const;

for (const as of ["admin", "account_manager", "churn_manager", "employee"] as const) {
  test.describe(() => {
    test.use({ role: as });

    test(`home requests each permitted figure once, ${as}`, async ({ app }) => {
      const { page, t, api } = app;
      const requested = await homeRequests(app);
      expect(requested.filter((one, place) => requested.indexOf(one) < place)).toEqual([]);
      const me = await api.get<{ data: { permissions: Record<string, string> } }>("/me");
      for (const [path, permission, label] of FIGURES) {
        const holds = permission in me.data.permissions;
        expect(requested.filter((one) => one.startsWith(path)).length, path).toBe(holds ? 1 : 0);
        expect((await page.getByText(t(label)).count()) > 0, label).toBe(holds);
      }
      const receivables = "statistics.receivables" in me.data.permissions;
      expect((await page.getByText(t("dashboard.by_age")).count()) > 0).toBe(receivables);
    });
  });
}

test.describe(() => {
  test.use({ role: "employee" });

  test("a user without statistics sees and requests none", async ({ app }) => {
    const { page, t } = app;
    await page.route(/\/api\/v1\/(?:me|dashboard)(?:\?|$)/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { permissions?: object; figures?: object } };
      const { permissions, figures } = body.data;
      if (permissions) body.data.permissions = without(permissions, /^statistics\./);
      if (figures) body.data.figures = without(figures, /^(?:mrr|revenue|lost_)/);
      await route.fulfill({ response, json: body });
    });
    const requested = await homeRequests(app);
    expect(requested.filter((one) => /dashboard-months|churns-analysis/.test(one))).toEqual([]);
    await expect(page.getByText(t("dashboard.active_clients.label"))).toHaveCount(1);
    await expect(page.getByText(t("home.churn.label"))).toHaveCount(0);
    await expect(page.getByRole("figure")).toHaveCount(0);
  });
});

function without(record: object, names: RegExp): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.test(name)));
}

test.describe(() => {
  test.use({ role: "admin" });

  test("a new agency sees an empty state instead of charts", async ({ app }) => {
    const { page, open, t } = app;
    const none = { count: 0, value: null, unconverted: [] };
    await page.route(/\/api\/v1\/dashboard(?:-months)?\?/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { figures: Record<string, unknown> } };
      const { figures } = body.data;
      for (const [name, figure] of Object.entries(figures)) {
        const money = { amount: "0.00", currency: "CAD" };
        figures[name] = Array.isArray(figure)
          ? figure.map((month) => ({ ...month, ...none, money }))
          : { ...(figure as object), ...none, money, groups: [], previous: null };
      }
      await route.fulfill({ response, json: body });
    });
    await open("/");
    await page.getByText(t("home.history.no_mrr")).waitFor();
    await page.getByText(t("home.history.no_receivables")).waitFor();
    await expect(page.getByRole("figure")).toHaveCount(0);
    await expectAccessible(page);
  });
});
