// Tests figures and their rows on narrow screens: amounts are visible and nothing is cut.
import type { Locator } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { expect, test } from "../support/test.ts";

test.use({ role: "admin", locale: "fr-CA" });

/** How far content overflows the window or a box that would need scrolling. */
async function overflow(box: Locator): Promise<number> {
  return box.evaluate((element) => {
    // Visually hidden text is one pixel wide.
    const all = [element, ...element.querySelectorAll("*")].filter(
      (child) => child.clientWidth > 2,
    );
    const hidden = all
      .map((child) => child.scrollWidth - child.clientWidth)
      .filter((overflows) => overflows > 1);
    const edges = all.map((child) => child.getBoundingClientRect().right - window.innerWidth);
    return Math.max(...hidden, ...edges, 0);
  });
}

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the rows of a figure are cards on a phone", async ({ app }) => {
    const { page, open, t } = app;
    await open("/dashboard?rows=revenue");
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const amount = page.getByText(t("dashboard.row.amount"), { exact: true });
      const card = page
        .getByRole("dialog")
        .locator("ul > li:has(dl)")
        .filter({ has: amount })
        .first();
      await card.waitFor();
      await expect(page.getByRole("dialog").getByRole("table")).toHaveCount(0);
      await expect.poll(() => overflow(card)).toBe(0);
    }
    await expectAccessible(page);
  });

  for (const path of ["/clients", "/projects/retainer", "/churns", "/invoices", "/oos-sales"])
    test(`the rows of ${path} take three lines on a phone`, async ({ app }) => {
      const { page, open } = app;
      await open(path);
      const cards = page.getByRole("main").locator("ul[aria-busy] > li");
      await cards.first().waitFor();
      const heights = await cards.evaluateAll((all) => all.map((card) => card.clientHeight));
      expect(heights.sort((a, b) => a - b)[Math.floor(heights.length / 2)]).toBeLessThan(128);
      expect(Math.max(...heights)).toBeLessThan(180);
      await expect.poll(() => overflow(cards.first())).toBe(0);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });

  test("the table of aging is cards on a phone", async ({ app }) => {
    const { page, open, t } = app;
    await open("/invoices?view=aging");
    const cards = page.getByRole("list", { name: t("receivables.title"), exact: true });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await cards.locator("dl").first().waitFor();
      await expect.poll(() => overflow(cards)).toBe(0);
      await expectNoSidewaysScroll(page);
    }
  });
});

for (const locale of ["en-US", "fr-CA"] as const) {
  test.describe(locale, () => {
    test.use({ locale, viewport: { width: 320, height: 844 } });

    test("nothing of the top bar is cut at 320 pixels", async ({ app }) => {
      const { page, open } = app;
      await open("/clients");
      await expect.poll(() => overflow(page.getByRole("banner"))).toBe(0);
    });
  });
}

test.describe(() => {
  test.use({ viewport: { width: 1366, height: 768 } });

  test("no column of receivables is cut on a small laptop", async ({ app }) => {
    const { page, open, t } = app;
    await open("/receivables");
    const table = page.getByRole("table", { name: t("receivables.by_client.title") });
    await table.getByRole("rowheader").first().waitFor();
    const sideways = await table.evaluate(({ parentElement: frame }) =>
      frame === null ? 0 : frame.scrollWidth - frame.clientWidth,
    );
    expect(sideways).toBe(0);
  });

  test("the goals of all people take one line each and open with a sentence", async ({ app }) => {
    const { page, open } = app;
    await open("/goals?tab=team");
    const lines = page.getByRole("main").locator("section ul > li");
    const heights = await lines.evaluateAll((all) => all.map((line) => line.clientHeight));
    expect(heights.length).toBeGreaterThan(10);
    expect(Math.max(...heights)).toBeLessThan(48);
    await page
      .getByRole("link", { name: /^\d+ objectifs?$/ })
      .first()
      .click();
    await expect(page).toHaveURL(/tab=all/);
    await expect(page).toHaveURL(/pace=at_risk/);
  });
});
