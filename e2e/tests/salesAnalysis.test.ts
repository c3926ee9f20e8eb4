// Tests the analysis of out-of-scope sales: every figure links to exactly its sales, by pointer and keyboard.
import {
  emulateScheme,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ locale: "fr-CA" });

interface Amount {
  amount: string;
  currency: string;
}

interface Figure {
  count: number;
  money: Amount;
}

interface Analysis {
  sold: Figure;
  months: (Figure & { starts_on: string })[];
  people: (Figure & { employee: { api_id: string; name: string } })[];
}

const DAYS = "from=2026-01-01&to=2026-06-30";

const readAnalysis = async ({ api }: App) =>
  (await api.get<{ data: Analysis }>(`/oos-sales-analysis?${DAYS}&currency=CAD`)).data;

/** The list at the current URL: the number of sales, and the total of those in dollars. */
async function readList({ page, api }: App) {
  const query = new URL(page.url()).searchParams;
  const requested = [...query].flatMap(([name, value]) =>
    value.split(",").map((one) => `${name}=${encodeURIComponent(one)}`),
  );
  const found = await api.get<{ data: { amount: Amount }[]; meta: { total: number } }>(
    `/oos-sales?per_page=100&${requested.join("&")}`,
  );
  return found;
}

/** The list has as many sales as the figure; if all are in dollars, the totals match to the cent. */
async function expectMatch(app: App, figure: Figure) {
  const { page, t } = app;
  const table = page.getByRole("region", { name: t("oos_sales.title") });
  await expect(table.locator("tbody tr")).toHaveCount(Math.min(figure.count, 10));
  const { data, meta } = await readList(app);
  expect(meta.total).toBe(figure.count);
  if (data.every(({ amount }) => amount.currency === "CAD")) {
    const cents = data.map(({ amount }) => BigInt(amount.amount.replace(".", "")));
    const sum = cents.reduce((all, one) => all + one, 0n);
    expect(sum).toBe(BigInt(figure.money.amount.replace(".", "")));
  }
}

test.describe(() => {
  test.use({ role: "admin" });

  test("figures of out-of-scope work link to their sales", async ({ app }) => {
    const { page, open, t } = app;
    const analysis = await readAnalysis(app);
    const address = `/oos-sales?tab=analysis&${DAYS}&currency=CAD`;
    await open("/oos-sales");
    await page.getByRole("tab", { name: t("oos_sales.tab.analysis") }).click();
    await page.getByRole("figure").first().waitFor();
    await open(address);
    await page.getByTitle(t("oos_analysis.show_rows")).first().click();
    await expectMatch(app, analysis.sold);
    await page.goBack();
    const months = page.getByRole("figure", { name: t("oos_analysis.months") });
    await months.getByRole("slider").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    const [month] = analysis.months;
    if (!month) throw new Error("The analysis has no month");
    await page.waitForURL(/sold_from=2026-01-01/);
    await expectMatch(app, month);
    await page.goBack();
    const people = page.getByRole("figure", { name: t("oos_analysis.people") });
    const [first] = analysis.people;
    if (!first) throw new Error("No sale has a seller");
    await people.getByText(first.employee.name, { exact: true }).click({ force: true });
    await page.waitForURL(new RegExp(`seller=${first.employee.api_id}`));
    await expectMatch(app, first);
  });
});

test.describe(() => {
  test.use({ role: "financial_manager" });

  test("the analysis of out-of-scope work fits every screen", async ({ page, open, t }) => {
    await open("/oos-sales?tab=analysis&period=this_quarter&tables=months");
    const months = page.getByRole("figure", { name: t("oos_analysis.months") });
    const table = months.getByRole("table");
    await table
      .getByRole("columnheader", { name: t("oos_analysis.column.target"), exact: true })
      .waitFor();
    await expect(table.locator("tbody tr")).toHaveCount(3);
    await expectNothingCut(page);
    await expectAccessible(page);
    await emulateScheme(page, "dark");
    await expectAccessible(page, "contrast");
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
  });
});
