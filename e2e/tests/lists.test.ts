// A list's whole state is its address: set by mouse, kept over a reload, given back by Back.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { scenario } from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { settled } from "../harness/settled.ts";

const rowNames = (page: Page) => page.locator("tbody tr th").allInnerTexts();
const query = (page: Page) => new URL(page.url()).searchParams;

async function listed(page: Page, act: () => Promise<unknown>): Promise<string> {
  const answer = page.waitForResponse((response) => /\/api\/v1\/invoices\?/.test(response.url()));
  await act();
  const url = (await answer).url();
  await settled(page);
  return new URL(url).search;
}

for (const locale of LOCALES) {
  const setting = { as: "admin", locale } as const;

  scenario(
    `L1: everything is in the address, ${locale}`,
    setting,
    async ({ page, open, words }) => {
      await open("/invoices");
      expect(new URL(page.url()).search).toBe("");

      const sort = page.getByRole("button", { name: words("invoices.field.total"), exact: true });
      await listed(page, () => sort.click());
      expect(query(page).get("sort")).toBe("total");
      await listed(page, () => sort.click());
      expect(query(page).get("sort")).toBe("-total");
      const size = page.getByLabel(words("table.per_page"));
      await listed(page, () => size.selectOption("25"));
      expect(query(page).get("per_page")).toBe("25");
      await page.getByRole("button", { name: words("table.filters") }).click();
      await listed(page, () =>
        page.getByLabel(words("invoices.field.currency")).selectOption("CAD"),
      );
      expect(query(page).get("currency")).toBe("CAD");
      await page.keyboard.press("Escape");

      const before = await rowNames(page);
      const asked = await listed(page, () => page.reload());
      expect(asked).toContain("currency=CAD");
      expect(asked).toContain("sort=-total");
      expect(asked).toContain("per_page=25");
      expect(await rowNames(page)).toEqual(before);
      expect(before.length).toBe(25);

      await listed(page, () =>
        page.getByRole("button", { name: words("table.clear_all") }).click(),
      );
      expect(query(page).has("currency")).toBe(false);
    },
  );

  scenario(`L3: Back gives the list back, ${locale}`, setting, async ({ page, open, words }) => {
    await open("/clients?per_page=25");
    await page
      .getByRole("navigation", { name: words("table.pages") })
      .getByRole("button", { name: "2" })
      .click();
    await page.waitForURL(/page=2/);
    await settled(page);
    const rows = await rowNames(page);
    await page.evaluate(() => window.scrollTo(0, 200));
    const scrolled = await page.evaluate(() => window.scrollY);
    await page.locator("tbody tr th a").nth(3).click();
    await page.waitForURL(/\/view/);
    await settled(page);
    await page.goBack();
    await page.waitForURL(/page=2/);
    await settled(page);
    expect(await rowNames(page)).toEqual(rows);
    await expect
      .poll(() => page.evaluate(() => window.scrollY))
      .toBeGreaterThanOrEqual(scrolled - 2);
    expect(await page.evaluate(() => window.scrollY)).toBeLessThanOrEqual(scrolled + 2);
  });

  scenario(`L3: typing adds one step of history at most, ${locale}`, setting, async (scene) => {
    const { page, open, words } = scene;
    await open("/clients");
    const steps = await page.evaluate(() => history.length);
    const search = page.getByRole("searchbox", {
      name: words("table.search_in", { list: words("clients.title") }),
    });
    for (const letter of "agenc") await search.press(letter);
    await page.waitForURL(/q=agenc/);
    expect((await page.evaluate(() => history.length)) - steps).toBeLessThanOrEqual(1);
  });

  scenario(`L2: an address full of nonsense is a plain list, ${locale}`, setting, async (scene) => {
    const { page, open } = scene;
    await open("/clients?page=-4&per_page=999999&sort=;drop&status=zzz&q=&edit=%00&health[]=1");
    expect(await page.locator("tbody tr").count()).toBe(10);
  });
}
