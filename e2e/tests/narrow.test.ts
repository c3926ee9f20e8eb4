// Figures and their rows on narrow screens: what they are for is in sight, and nothing of the frame is cut.
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible, expectNoSidewaysScroll, scenario } from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";

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

for (const locale of LOCALES) {
  const phone = { as: "admin", locale, width: 390, height: 844 } as const;
  scenario(`the rows of a figure are cards on a phone, ${locale}`, phone, async (scene) => {
    const { page, open, words, shot } = scene;
    await open("/dashboard?rows=revenue");
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const card = page.getByRole("dialog").locator("ul > li:has(dl)").first();
      const amount = card.getByText(words("dashboard.row.amount"), { exact: true });
      await amount.waitFor();
      expect(await page.getByRole("dialog").getByRole("table").count()).toBe(0);
      await expect.poll(() => beside(card)).toBe(0);
    }
    await expectAccessible(page);
    await shot(`rows of a figure on a phone ${locale}`);
  });

  scenario(`the table of ageing is cards on a phone, ${locale}`, phone, async (scene) => {
    const { page, open, words, shot } = scene;
    await open("/invoices?view=ageing");
    const cards = page.getByRole("list", { name: words("receivables.title"), exact: true });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await cards.locator("dl").first().waitFor();
      await expect.poll(() => beside(cards)).toBe(0);
      await expectNoSidewaysScroll(page);
    }
    await shot(`ageing on a phone ${locale}`);
  });

  scenario(
    `nothing of the top bar is cut at 320 pixels, ${locale}`,
    { ...phone, width: 320 },
    async (scene) => {
      const { page, open, shot } = scene;
      await open("/clients");
      const switching = page.getByRole("banner").locator("button[lang]");
      await switching.waitFor();
      await expect.poll(() => beside(switching)).toBe(0);
      await expect.poll(() => beside(page.getByRole("banner"))).toBe(0);
      await shot(`top bar at 320 ${locale}`);
    },
  );
}
