// A figure in one currency leads to rows that can be added up: each with what it came to there, and a total to the cent.
import type { Locator } from "@playwright/test";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "admin", locale: "fr-CA" });

const DAYS = "from=2024-12-01&to=2026-10-31&currency=CAD";

/** An amount as it stands on the screen, in cents. */
function cents(text: string | null): bigint {
  const digits = BigInt((text ?? "").replaceAll(/\D/g, ""));
  return /^[-−–]/.test((text ?? "").trim()) ? -digits : digits;
}

async function placeOf(table: Locator, head: string): Promise<number> {
  const heads = await table.locator("thead tr > *").allTextContents();
  const place = heads.findIndex((text) => text.trim().startsWith(head));
  expect(place, `${head} of ${heads.join(" | ")}`).toBeGreaterThanOrEqual(0);
  return place;
}

/** The cells of a column; a name stands in each row's head or first cell. */
async function column(table: Locator, head: string): Promise<string[]> {
  const place = await placeOf(table, head);
  const rows = await table.locator("tbody tr").all();
  return Promise.all(
    rows.map(async (row) => (await row.locator(":scope > *").nth(place).textContent()) ?? ""),
  );
}

type Drill = {
  analysis: string;
  chart: string;
  /** The chart's title and its column of money. */
  title: string;
  money: string;
  list: string;
  converted: string;
  total: string;
};

/** The first amounts of a chart's table, each against the rows that its row leads to and what the list says they come to. */
async function addsUp(app: App, drill: Drill, place: number) {
  const { page, open, words } = app;
  await open(`${drill.analysis}?tab=analysis&${DAYS}&tables=${drill.chart}`);
  const figure = page.getByRole("figure", { name: words(drill.title) });
  const table = figure.getByRole("table");
  await table.waitFor();
  const shown = cents((await column(table, words(drill.money)))[place] ?? null);
  await table.locator("tbody tr").nth(place).getByRole("link").click();
  await page.waitForURL((url) => url.searchParams.get("tab") !== "analysis");
  const address = new URL(page.url());
  address.searchParams.set("per_page", "100");
  await page.goto(address.href);
  const region = page.getByRole("region", { name: words(drill.list) });
  const rows = region.getByRole("table");
  await rows.locator("tbody tr").first().waitFor();
  const amounts = await column(rows, words(drill.converted));
  expect(amounts.length).toBeGreaterThan(0);
  expect(amounts.reduce((sum, text) => sum + cents(text), 0n)).toBe(shown);
  const [before = ""] = words(drill.total).split("{money}");
  const total = page.getByText(before.trim(), { exact: false }).filter({ hasText: "$" }).last();
  expect(cents(await total.textContent())).toBe(shown);
  return shown;
}

const SALES: Drill = {
  analysis: "/oos-sales",
  chart: "people",
  title: "oos_analysis.people",
  money: "oos_analysis.column.sold",
  list: "oos_sales.title",
  converted: "oos_sales.field.converted",
  total: "oos_sales.told.total",
};
const REASONS: Drill = {
  analysis: "/churns",
  chart: "reasons",
  title: "churns.analysis.by.reasons",
  money: "churns.totals.mrr_lost",
  list: "churns.title",
  converted: "churns.field.converted",
  total: "churns.told.total",
};
const PEOPLE: Drill = {
  ...REASONS,
  chart: "employees",
  title: "churns.analysis.by.employees",
  total: "churns.told.part",
};
const COHORTS: Drill = {
  ...REASONS,
  chart: "cohorts",
  title: "churns.analysis.cohorts",
  money: "churns.analysis.month_0_mrr",
  list: "churns.tab.changes",
  converted: "churns.field.converted",
};

test.describe(() => {
  test.use({ viewport: { width: 1600, height: 4000 } });

  for (const drill of [SALES, REASONS, PEOPLE]) {
    test(`converted figures of ${drill.chart} lead to rows that add up`, async ({ app }) => {
      expect(await addsUp(app, drill, 0)).toBeGreaterThan(0n);
      await addsUp(app, drill, 1);
      await expectNothingCut(app.page);
      await expectAccessible(app.page);
    });
  }

  test("converted figures of cohorts lead to rows that add up", async ({ app }) => {
    const { page, words } = app;
    await addsUp(app, COHORTS, 0);
    const [before = ""] = words("churns.changes.rates_of").split("{date}");
    await page.getByText(before.trim(), { exact: false }).waitFor();
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ viewport: { width: 375, height: 812 } });

  test("rows of a converted figure on a phone", async ({ page, open, words }) => {
    for (const [path, converted, total] of [
      ["/oos-sales?in=CAD", "oos_sales.field.converted", "oos_sales.told.total"],
      ["/churns?in=CAD&currency=USD", "churns.field.converted", "churns.told.total"],
    ] as const) {
      await open(path);
      const [before = ""] = words(total).split("{money}");
      await page
        .getByText(before.trim(), { exact: false })
        .filter({ hasText: "$" })
        .last()
        .waitFor();
      await page.getByText(words(converted), { exact: true }).first().waitFor();
      await expectAccessible(page);
      for (const width of [320, 375]) {
        await page.setViewportSize({ width, height: 812 });
        await expectNoSidewaysScroll(page);
      }
    }
  });
});
