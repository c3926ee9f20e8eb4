// Tests the text, table and keyboard access of charts, in both themes and on a phone.
import {
  emulateScheme,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../support/pageChecks.ts";
import { waitForPage } from "../support/ready.ts";
import { type App, expect, test } from "../support/test.ts";

test.use({ role: "admin", locale: "fr-CA" });

interface Burn {
  project: { api_id: string };
}

async function anyRetainer({ api }: App): Promise<string> {
  const { data } = await api.get<{ data: Burn[] }>("/retainer-burns?sort=-burn_percent");
  return data[0]?.project.api_id ?? "";
}

const PLACES = {
  hours: async (app: App) => `/projects/${await anyRetainer(app)}/view?tab=hours`,
  aging: async () => "/invoices?view=aging",
  movements: async () => "/churns?tab=movements&period=twelve_months",
};

/** The first chart: by keyboard from point to point, as a table, and as a table after a reload. */
async function checkChart({ page, t }: App) {
  const figure = page.getByRole("figure").first();
  await figure.getByRole("img").first().waitFor();
  const points = figure.getByRole("slider");
  await points.focus();
  const first = await points.getAttribute("aria-valuetext");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => points.getAttribute("aria-valuetext")).not.toBe(first);
  await page.keyboard.press("Home");
  await expect.poll(() => points.getAttribute("aria-valuetext")).toBe(first);
  const [toTable] = t("charts.show_table").split("{");
  await figure.getByRole("button", { name: toTable ?? "" }).click();
  await page.waitForURL(/tables=/);
  const row = figure.locator("tbody tr").first();
  const name = (await row.locator("td").first().innerText()).trim();
  expect(first?.startsWith(name)).toBe(true);
  await page.reload();
  await waitForPage(page);
  await page.getByRole("figure").first().getByRole("table").waitFor();
  await expectAccessible(page);
  const [toChart] = t("charts.show_chart").split("{");
  await page
    .getByRole("figure")
    .first()
    .getByRole("button", { name: toChart ?? "" })
    .click();
  await expect.poll(() => page.url()).not.toContain("tables=");
}

for (const [place, address] of Object.entries(PLACES)) {
  test(`charts of ${place}`, async ({ app }) => {
    const { page, open } = app;
    await open(await address(app));
    await checkChart(app);
    await page.getByRole("figure").first().getByRole("img").first().waitFor();
    await expectNothingCut(page);
    await expectAccessible(page);
    await emulateScheme(page, "dark");
    await expectAccessible(page, "contrast");
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
    await page.getByRole("figure").first().scrollIntoViewIfNeeded();
  });
}
