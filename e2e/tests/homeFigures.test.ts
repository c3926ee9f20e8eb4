// Home's figures: how they came about follows after them without moving anything, each part leads to exactly its rows,
// and no figure is shown, or even fetched, that its reader may not see.
import type { Page } from "@playwright/test";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
  showScheme,
} from "../support/pageChecks.ts";
import { pageReady } from "../support/ready.ts";
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

const MOST_SHIFT = 0.02;
const cents = ({ amount }: Sum) => Math.round(Number(amount) * 100);
const cardOf = (page: Page, label: string) => page.locator("dl > div").filter({ hasText: label });

/** Every row that an address of the product's own lists, over all pages. */
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

async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const seen = window as unknown as { shifted: number };
    seen.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        seen.shifted += (entry as unknown as { value: number }).value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const shifted = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifted: number }).shifted);

test.describe(() => {
  test.use({ role: "admin", viewport: { width: 1366, height: 2400 } });

  test("home's figures come without moving anything", async ({ app }) => {
    const { page, open, words } = app;
    await watchShifts(page);
    await open("/");
    const chart = page.getByRole("figure", { name: words("home.history.mrr") });
    await chart.getByRole("img").waitFor();
    const spark = words("home.history.way", { label: words("dashboard.mrr.label") });
    expect(spark).toContain(words("dashboard.mrr.label"));
    await expect(page.locator("dl svg[role=img]")).toHaveCount(4);
    expect(await shifted(page)).toBeLessThanOrEqual(MOST_SHIFT);
    await expectNothingCut(page);
    await expectAccessible(page);
    await showScheme(page, "dark");
    await expectAccessible(page, "contrast");
  });
});

test.describe(() => {
  test.use({ role: "admin", colorScheme: "dark", viewport: { width: 375, height: 6000 } });

  test("home's figures on a phone", async ({ app }) => {
    const { page, open, words } = app;
    await watchShifts(page);
    await open("/");
    await page
      .getByRole("figure", { name: words("home.history.mrr") })
      .getByRole("img")
      .waitFor();
    expect(await shifted(page)).toBeLessThanOrEqual(MOST_SHIFT);
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
    await showScheme(page, "light");
  });
});

test.describe(() => {
  test.use({ role: "admin" });

  test("home's figures lead to their rows", async ({ app }) => {
    const { page, open, words, api } = app;
    await open("/");
    await cardOf(page, words("home.churn.label")).locator("dd a").first().click();
    await page.waitForURL((url) => url.searchParams.get("tab") === "changes");
    await pageReady(page);
    const asked = new URL(page.url()).searchParams;
    expect(asked.get("kind")?.split(",").sort()).toEqual(["churn", "contraction"]);
    const days = `from=${asked.get("from")}&to=${asked.get("to")}`;
    const currency = asked.get("currency");
    const search = new URLSearchParams(`${days}&currency=${currency}`);
    for (const kind of ["churn", "contraction"]) search.append("kind", kind);
    const rows = await readRows(app, "/mrr-movements", search);
    const analysis = await api.get<{ data: Analysis }>(`/churns-analysis?${days}`);
    const { mrr_start, contraction, churn, gross_revenue_churn } = analysis.data.bridge;
    const lost = rows.reduce((sum, { converted }) => sum + cents(converted ?? { amount: "0" }), 0);
    expect(lost).toBe(cents(contraction) + cents(churn));
    expect((lost / cents(mrr_start)) * 100).toBeCloseTo(Number(gross_revenue_churn.percent), 1);

    await open("/?tables=mrr.receivables");
    const chart = page.getByRole("figure", { name: words("home.history.mrr") });
    const lines = chart.getByRole("table").locator("tbody tr");
    const { figures } = (await api.get<{ data: Months }>("/dashboard-months")).data;
    await expect(lines).toHaveCount(figures.mrr?.length ?? 0);
    const month = figures.mrr?.[9];
    await lines.nth(9).getByRole("link").click();
    await page.waitForURL((url) => url.pathname.endsWith("/dashboard"));
    const opened = new URL(page.url()).searchParams;
    expect([opened.get("from"), opened.get("to")]).toEqual([month?.from, month?.to]);
    const label = words("dashboard.mrr.label");
    const drawer = page.getByRole("dialog", { name: words("dashboard.rows_of", { label }) });
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
    const owed = page.getByRole("figure", { name: words("dashboard.by_age") });
    await owed.getByRole("table").getByRole("link").first().click();
    await page.waitForURL((url) => url.searchParams.get("rows") === "receivables");
    expect(new URL(page.url()).pathname).toMatch(/\/dashboard$/);
    await page.getByRole("dialog").getByRole("table").waitFor();
  });
});

/** What home asks the server for until it stands, the same thing again as often as it is asked. */
async function askedAtHome({ page, open }: App): Promise<string[]> {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/v1/")) asked.push(pathname.replace("/api/v1", "") + search);
  });
  await open("/");
  await page.waitForLoadState("networkidle");
  return asked;
}

const FIGURES = [
  ["/churns-analysis", "statistics.churn", "home.churn.label"],
  ["/dashboard-months", "statistics.mrr", "home.history.mrr"],
] as const;

for (const as of ["admin", "account_manager", "churn_manager", "employee"] as const) {
  test.describe(() => {
    test.use({ role: as });

    test(`home asks once for what its reader may see, ${as}`, async ({ app }) => {
      const { page, words, api } = app;
      const asked = await askedAtHome(app);
      expect(asked.filter((one, place) => asked.indexOf(one) < place)).toEqual([]);
      const me = await api.get<{ data: { permissions: Record<string, string> } }>("/me");
      for (const [path, permission, label] of FIGURES) {
        const holds = permission in me.data.permissions;
        expect(asked.filter((one) => one.startsWith(path)).length, path).toBe(holds ? 1 : 0);
        expect((await page.getByText(words(label)).count()) > 0, label).toBe(holds);
      }
      const owes = "statistics.receivables" in me.data.permissions;
      expect((await page.getByText(words("dashboard.by_age")).count()) > 0).toBe(owes);
    });
  });
}

test.describe(() => {
  test.use({ role: "employee" });

  test("who holds no figures is shown none and asks for none", async ({ app }) => {
    const { page, words } = app;
    await page.route(/\/api\/v1\/(?:me|dashboard)(?:\?|$)/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { permissions?: object; figures?: object } };
      const { permissions, figures } = body.data;
      if (permissions) body.data.permissions = without(permissions, /^statistics\./);
      if (figures) body.data.figures = without(figures, /^(?:mrr|revenue|lost_)/);
      await route.fulfill({ response, json: body });
    });
    const asked = await askedAtHome(app);
    expect(asked.filter((one) => /dashboard-months|churns-analysis/.test(one))).toEqual([]);
    await expect(page.getByText(words("dashboard.active_clients.label"))).toHaveCount(1);
    await expect(page.getByText(words("home.churn.label"))).toHaveCount(0);
    await expect(page.getByRole("figure")).toHaveCount(0);
  });
});

function without(record: object, names: RegExp): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.test(name)));
}

test.describe(() => {
  test.use({ role: "admin" });

  test("a new agency reads that there is nothing to draw yet", async ({ app }) => {
    const { page, open, words } = app;
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
    await page.getByText(words("home.history.no_mrr")).waitFor();
    await page.getByText(words("home.history.no_receivables")).waitFor();
    await expect(page.getByRole("figure")).toHaveCount(0);
    await expectAccessible(page);
  });
});
