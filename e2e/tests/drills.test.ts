// Tests that converted figures link to rows whose amounts add up to the cent.
import type { Locator } from "@playwright/test";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "admin", locale: "fr-CA" });

const DAYS = "from=2024-12-01&to=2026-10-31&currency=CAD";

/** The amount of a text, in cents. */
function cents(text: string | null): bigint {
  const digits = BigInt((text ?? "").replaceAll(/\D/g, ""));
  return /^[-−–]/.test((text ?? "").trim()) ? -digits : digits;
}

async function columnIndex(table: Locator, header: string): Promise<number> {
  const headers = await table.locator("thead tr > *").allTextContents();
  const index = headers.findIndex((text) => text.trim().startsWith(header));
  expect(index, `${header} of ${headers.join(" | ")}`).toBeGreaterThanOrEqual(0);
  return index;
}

/** The cells of a column; the name is each row's header or first cell. */
async function column(table: Locator, header: string): Promise<string[]> {
  const index = await columnIndex(table, header);
  const rows = await table.locator("tbody tr").all();
  return Promise.all(
    rows.map(async (row) => (await row.locator(":scope > *").nth(index).textContent()) ?? ""),
  );
}

type Drill = {
  analysis: string;
  chart: string;
  /** The chart's title and its money column. */
  title: string;
  money: string;
  list: string;
  converted: string;
  total: string;
};

/** Compares the first amounts of a chart's table with the rows that each row links to, and with the list's total. */
async function checkSums(app: App, drill: Drill, index: number) {
  const { page, open, t } = app;
  await open(`${drill.analysis}?tab=analysis&${DAYS}&tables=${drill.chart}`);
  const figure = page.getByRole("figure", { name: t(drill.title) });
  const table = figure.getByRole("table");
  await table.waitFor();
  const shown = cents((await column(table, t(drill.money)))[index] ?? null);
  await table.locator("tbody tr").nth(index).getByRole("link").click();
  await page.waitForURL((url) => url.searchParams.get("tab") !== "analysis");
  const address = new URL(page.url());
  address.searchParams.set("per_page", "100");
  await page.goto(address.href);
  const region = page.getByRole("region", { name: t(drill.list) });
  const rows = region.getByRole("table");
  await rows.locator("tbody tr").first().waitFor();
  const amounts = await column(rows, t(drill.converted));
  expect(amounts.length).toBeGreaterThan(0);
  expect(amounts.reduce((sum, text) => sum + cents(text), 0n)).toBe(shown);
  const [before = ""] = t(drill.total).split("{money}");
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
  total: "oos_sales.converted.total",
};
const REASONS: Drill = {
  analysis: "/churns",
  chart: "reasons",
  title: "churn_analysis.by.reasons",
  money: "churns.totals.mrr_lost",
  list: "churns.title",
  converted: "churns.field.converted",
  total: "churns.converted.total",
};
const PEOPLE: Drill = {
  ...REASONS,
  chart: "employees",
  title: "churn_analysis.by.employees",
  total: "churns.converted.part",
};
const COHORTS: Drill = {
  ...REASONS,
  chart: "cohorts",
  title: "churn_analysis.cohorts",
  money: "churn_analysis.month_0_mrr",
  list: "churns.tab.changes",
  converted: "churns.field.converted",
};

test.describe(() => {
  test.use({ viewport: { width: 1600, height: 4000 } });

  for (const drill of [SALES, REASONS, PEOPLE]) {
    test(`converted figures of ${drill.chart} link to rows that add up`, async ({ app }) => {
      expect(await checkSums(app, drill, 0)).toBeGreaterThan(0n);
      await checkSums(app, drill, 1);
      await expectNothingCut(app.page);
      await expectAccessible(app.page);
    });
  }

  test("converted figures of cohorts link to rows that add up", async ({ app }) => {
    const { page, t } = app;
    await checkSums(app, COHORTS, 0);
    const [before = ""] = t("churn_lists.changes.rates_of").split("{date}");
    await page.getByText(before.trim(), { exact: false }).waitFor();
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ viewport: { width: 375, height: 812 } });

  test("rows of a converted figure on a phone", async ({ page, open, t }) => {
    for (const [path, converted, total] of [
      ["/oos-sales?in=CAD", "oos_sales.field.converted", "oos_sales.converted.total"],
      ["/churns?in=CAD&currency=USD", "churns.field.converted", "churns.converted.total"],
    ] as const) {
      await open(path);
      const [before = ""] = t(total).split("{money}");
      await page
        .getByText(before.trim(), { exact: false })
        .filter({ hasText: "$" })
        .last()
        .waitFor();
      await page.getByText(t(converted), { exact: true }).first().waitFor();
      await expectAccessible(page);
      for (const width of [320, 375]) {
        await page.setViewportSize({ width, height: 812 });
        await expectNoSidewaysScroll(page);
      }
    }
  });
});
