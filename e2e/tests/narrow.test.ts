// Figures and their rows on narrow screens: the amounts are visible, and nothing of the frame is cut.
import type { Locator } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { expect, test } from "../support/test.ts";

test.use({ role: "admin", locale: "fr-CA" });

/** How far anything within goes beyond the window, or beyond a box that would have to be scrolled. */
async function beside(box: Locator): Promise<number> {
  return box.evaluate((element) => {
    // Words for screen readers alone take a pixel.
    const all = [element, ...element.querySelectorAll("*")].filter((one) => one.clientWidth > 2);
    const hidden = all.map((one) => one.scrollWidth - one.clientWidth).filter((by) => by > 1);
    const ends = all.map((one) => one.getBoundingClientRect().right - window.innerWidth);
    return Math.max(...hidden, ...ends, 0);
  });
}

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the rows of a figure are cards on a phone", async ({ app }) => {
    const { page, open, words } = app;
    await open("/dashboard?rows=revenue");
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const card = page.getByRole("dialog").locator("ul > li:has(dl)").first();
      const amount = card.getByText(words("dashboard.row.amount"), { exact: true });
      await amount.waitFor();
      await expect(page.getByRole("dialog").getByRole("table")).toHaveCount(0);
      await expect.poll(() => beside(card)).toBe(0);
    }
    await expectAccessible(page);
  });

  test("the table of ageing is cards on a phone", async ({ app }) => {
    const { page, open, words } = app;
    await open("/invoices?view=ageing");
    const cards = page.getByRole("list", { name: words("receivables.title"), exact: true });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await cards.locator("dl").first().waitFor();
      await expect.poll(() => beside(cards)).toBe(0);
      await expectNoSidewaysScroll(page);
    }
  });
});

test.describe(() => {
  test.use({ viewport: { width: 320, height: 844 } });

  test("nothing of the top bar is cut at 320 pixels", async ({ app }) => {
    const { page, open } = app;
    await open("/clients");
    const switching = page.getByRole("banner").locator("button[lang]");
    await switching.waitFor();
    await expect.poll(() => beside(switching)).toBe(0);
    await expect.poll(() => beside(page.getByRole("banner"))).toBe(0);
  });
});
