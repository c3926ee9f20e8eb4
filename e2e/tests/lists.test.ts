// Tests that a list's state is in its URL: set by mouse, restored by a reload and by Back.
import type { Page } from "@playwright/test";
import { waitForPage } from "../support/ready.ts";
import { expect, test } from "../support/test.ts";

test.use({ role: "admin", locale: "fr-CA" });

const rowNames = (page: Page) => page.locator("tbody tr th").allInnerTexts();
const query = (page: Page) => new URL(page.url()).searchParams;

/** Waits for the list that was requested with these parameters. */
async function waitForList(
  page: Page,
  parts: string[],
  action: () => Promise<unknown>,
): Promise<void> {
  const listResponse = page.waitForResponse((response) => {
    const url = new URL(response.url());
    const given = url.search.slice(1).split("&");
    return url.pathname.endsWith("/invoices") && parts.every((part) => given.includes(part));
  });
  await Promise.all([listResponse, action()]);
  await waitForPage(page);
}

const expectParameter = (page: Page, name: string, value: string | null) =>
  expect.poll(() => query(page).get(name)).toBe(value);

test("L9: the user chooses the row height", async ({ app }) => {
  const { page, open, t } = app;
  const heights = () =>
    page
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  await page.setViewportSize({ width: 1900, height: 900 });
  await open("/clients?hidden=team");
  for (const [density, tall] of [
    ["comfortable", 44],
    ["compact", 28],
  ] as const) {
    await page.getByRole("button", { name: t("table.columns"), exact: true }).click();
    await page.getByText(t(`table.density.${density}`), { exact: true }).click();
    await expectParameter(page, "density", density);
    await expect.poll(async () => Math.min(...(await heights()))).toBe(tall);
    await page.keyboard.press("Escape");
  }
  await open("/projects/oos");
  await waitForPage(page);
  expect(query(page).get("density")).toBeNull();
  await expect.poll(async () => Math.min(...(await heights()))).toBe(28);
});

test("L1: the URL stores the whole state", async ({ page, open, t }) => {
  await open("/invoices");
  await expect.poll(() => new URL(page.url()).search).toBe("");

  const sort = page.getByRole("button", { name: t("invoices.field.total"), exact: true });
  await waitForList(page, ["sort=total"], () => sort.click());
  await expectParameter(page, "sort", "total");
  await waitForList(page, ["sort=-total"], () => sort.click());
  await expectParameter(page, "sort", "-total");
  const size = page.getByLabel(t("table.per_page"));
  const sized = ["sort=-total", "per_page=25"];
  await waitForList(page, sized, () => size.selectOption("25"));
  await expectParameter(page, "per_page", "25");
  await page.getByRole("button", { name: t("table.filters") }).click();
  const all = [...sized, "currency=CAD"];
  await waitForList(page, all, () =>
    page.getByLabel(t("invoices.field.currency")).selectOption("CAD"),
  );
  await expectParameter(page, "currency", "CAD");
  await page.keyboard.press("Escape");

  await expect.poll(async () => (await rowNames(page)).length).toBe(25);
  const before = await rowNames(page);
  await waitForList(page, all, () => page.reload());
  await expect.poll(() => rowNames(page)).toEqual(before);

  await page.getByRole("button", { name: t("table.clear_all") }).click();
  await expectParameter(page, "currency", null);
});

test("L3: Back restores the list", async ({ page, open, t }) => {
  await open("/clients?per_page=25");
  const first = await rowNames(page);
  await page
    .getByRole("navigation", { name: t("table.pages") })
    .getByRole("button", { name: "2" })
    .click();
  await page.waitForURL(/page=2/);
  await waitForPage(page);
  await expect.poll(() => rowNames(page)).not.toEqual(first);
  const rows = await rowNames(page);
  await page.evaluate(() => window.scrollTo(0, 200));
  const scrolled = await page.evaluate(() => window.scrollY);
  const link = page.locator("tbody tr th a").nth(3);
  const name = await link.innerText();
  await link.click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await waitForPage(page);
  await page.goBack();
  await page.waitForURL(/page=2/);
  await expect.poll(() => rowNames(page)).toEqual(rows);
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - scrolled))
    .toBeLessThanOrEqual(2);
});

test("L3: typing adds at most one history entry", async ({ app }) => {
  const { page, open, t } = app;
  await open("/clients");
  const steps = await page.evaluate(() => history.length);
  const search = page.getByRole("searchbox", {
    name: t("table.search_in", { list: t("clients.title") }),
  });
  for (const letter of "agenc") await search.press(letter);
  await page.waitForURL(/q=agenc/);
  expect((await page.evaluate(() => history.length)) - steps).toBeLessThanOrEqual(1);
});

test("L2: a URL with invalid parameters shows the default list", async ({ app }) => {
  const { page, open } = app;
  await open("/clients?page=-4&per_page=999999&sort=;drop&status=zzz&q=&edit=%00&health[]=1");
  await expect(page.locator("tbody tr")).toHaveCount(10);
});
