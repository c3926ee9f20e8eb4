// A list's whole state is its address: set by mouse, the same after a reload, given back by Back.
import type { Page } from "@playwright/test";
import { pageReady } from "../support/ready.ts";
import { expect, test } from "../support/test.ts";

test.use({ role: "admin", locale: "fr-CA" });

const rowNames = (page: Page) => page.locator("tbody tr th").allInnerTexts();
const query = (page: Page) => new URL(page.url()).searchParams;

/** Until the list that was asked for with these parts is there. */
async function listed(page: Page, parts: string[], act: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((response) => {
    const url = new URL(response.url());
    const given = url.search.slice(1).split("&");
    return url.pathname.endsWith("/invoices") && parts.every((part) => given.includes(part));
  });
  await Promise.all([answer, act()]);
  await pageReady(page);
}

const says = (page: Page, name: string, value: string | null) =>
  expect.poll(() => query(page).get(name)).toBe(value);

test("L9: rows are as tall as their reader likes", async ({ app }) => {
  const { page, open, words } = app;
  const heights = () =>
    page
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  await page.setViewportSize({ width: 1900, height: 900 });
  await open("/clients?hidden=team");
  for (const [density, tall] of [
    ["roomy", 44],
    ["compact", 28],
  ] as const) {
    await page.getByRole("button", { name: words("table.columns"), exact: true }).click();
    await page.getByText(words(`table.density.${density}`), { exact: true }).click();
    await says(page, "density", density);
    await expect.poll(async () => Math.min(...(await heights()))).toBe(tall);
    await page.keyboard.press("Escape");
  }
  await open("/projects/oos");
  await pageReady(page);
  expect(query(page).get("density")).toBeNull();
  await expect.poll(async () => Math.min(...(await heights()))).toBe(28);
});

test("L1: everything is in the address", async ({ page, open, words }) => {
  await open("/invoices");
  await expect.poll(() => new URL(page.url()).search).toBe("");

  const sort = page.getByRole("button", { name: words("invoices.field.total"), exact: true });
  await listed(page, ["sort=total"], () => sort.click());
  await says(page, "sort", "total");
  await listed(page, ["sort=-total"], () => sort.click());
  await says(page, "sort", "-total");
  const size = page.getByLabel(words("table.per_page"));
  const sized = ["sort=-total", "per_page=25"];
  await listed(page, sized, () => size.selectOption("25"));
  await says(page, "per_page", "25");
  await page.getByRole("button", { name: words("table.filters") }).click();
  const all = [...sized, "currency=CAD"];
  await listed(page, all, () =>
    page.getByLabel(words("invoices.field.currency")).selectOption("CAD"),
  );
  await says(page, "currency", "CAD");
  await page.keyboard.press("Escape");

  await expect.poll(async () => (await rowNames(page)).length).toBe(25);
  const before = await rowNames(page);
  await listed(page, all, () => page.reload());
  await expect.poll(() => rowNames(page)).toEqual(before);

  await page.getByRole("button", { name: words("table.clear_all") }).click();
  await says(page, "currency", null);
});

test("L3: Back gives the list back", async ({ page, open, words }) => {
  await open("/clients?per_page=25");
  const first = await rowNames(page);
  await page
    .getByRole("navigation", { name: words("table.pages") })
    .getByRole("button", { name: "2" })
    .click();
  await page.waitForURL(/page=2/);
  await pageReady(page);
  await expect.poll(() => rowNames(page)).not.toEqual(first);
  const rows = await rowNames(page);
  await page.evaluate(() => window.scrollTo(0, 200));
  const scrolled = await page.evaluate(() => window.scrollY);
  const link = page.locator("tbody tr th a").nth(3);
  const name = await link.innerText();
  await link.click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await pageReady(page);
  await page.goBack();
  await page.waitForURL(/page=2/);
  await expect.poll(() => rowNames(page)).toEqual(rows);
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - scrolled))
    .toBeLessThanOrEqual(2);
});

test("L3: typing adds one step of history at most", async ({ app }) => {
  const { page, open, words } = app;
  await open("/clients");
  const steps = await page.evaluate(() => history.length);
  const search = page.getByRole("searchbox", {
    name: words("table.search_in", { list: words("clients.title") }),
  });
  for (const letter of "agenc") await search.press(letter);
  await page.waitForURL(/q=agenc/);
  expect((await page.evaluate(() => history.length)) - steps).toBeLessThanOrEqual(1);
});

test("L2: an address full of nonsense is a plain list", async ({ app }) => {
  const { page, open } = app;
  await open("/clients?page=-4&per_page=999999&sort=;drop&status=zzz&q=&edit=%00&health[]=1");
  await expect(page.locator("tbody tr")).toHaveCount(10);
});
