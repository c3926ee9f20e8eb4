// Tests figures in print: the chosen filters and the results, without controls.
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.ts";

test.use({ role: "admin" });

const CONTROLS =
  'button:not([data-value]):visible, [role="tablist"]:visible, a.mantine-Button-root:visible';

async function printPage(page: Page): Promise<void> {
  await page.setViewportSize({ width: 780, height: 1000 });
  await page.emulateMedia({ media: "print" });
}

for (const path of ["/dashboard", "/oos-sales?tab=analysis", "/churns?tab=analysis"]) {
  test.describe(() => {
    test.use({ locale: "fr-CA" });

    test(`${path} in print`, async ({ page, open }) => {
      await open(path);
      await page.getByRole("figure").first().waitFor();
      await expect(page.locator(CONTROLS)).not.toHaveCount(0);
      await printPage(page);
      await expect(page.locator(CONTROLS)).toHaveCount(0);
      const style = await page
        .locator("main select")
        .first()
        .evaluate((field) => {
          const { appearance, borderTopWidth } = getComputedStyle(field);
          return [appearance, borderTopWidth];
        });
      expect(style).toEqual(["none", "0px"]);
    });
  });
}

test("figures that open their rows are printed beside a chart", async ({ app }) => {
  const { page, open } = app;
  await open("/margin");
  await page.getByRole("figure").first().waitFor();
  const figures = page.locator("main [data-value]:visible");
  const shown = await figures.count();
  expect(shown).toBeGreaterThan(1);
  await printPage(page);
  await expect(figures).toHaveCount(shown);
});

test("the rows of a figure print completely and alone", async ({ app }) => {
  const { page, open } = app;
  await open("/dashboard?rows=active_projects");
  const drawer = page.getByRole("dialog");
  await drawer.locator("tbody tr").nth(24).waitFor();
  await printPage(page);
  await expect(page.locator("#root")).toBeHidden();
  await expect(page.locator(CONTROLS)).toHaveCount(0);
  const hidden = () =>
    drawer.evaluate((box) => {
      const rows = [...box.querySelectorAll("tbody tr, li")];
      const end = Math.max(...rows.map((row) => row.getBoundingClientRect().bottom));
      return {
        cut: end > box.getBoundingClientRect().bottom,
        left: box.getBoundingClientRect().left,
      };
    });
  await expect.poll(hidden).toEqual({ cut: false, left: 0 });
});

test("a page with tabs prints the name of the open tab", async ({ app }) => {
  const { page, open, t, api } = app;
  const { data } = await api.get<{ data: { api_id: string }[] }>("/clients");
  await open(`/clients/${data[0]?.api_id}/view?tab=files`);
  const name = page.getByRole("heading", { level: 2, name: t("clients.tab.files"), exact: true });
  await expect(page.getByRole("tab", { name: t("clients.tab.files") })).toBeVisible();
  await expect(name).toHaveCount(0);
  await printPage(page);
  await expect(name).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(0);
});

test("a list prints all of its rows, with the organization and the moment", async ({ app }) => {
  const { page, open, t } = app;
  await open("/clients?sort=name");
  const rows = page.locator("main tbody tr");
  await expect(rows).toHaveCount(10);
  const total = Number(await page.locator("main table").getAttribute("aria-rowcount")) - 1;
  expect(total).toBeGreaterThan(60);
  await page.evaluate(() => {
    window.print = () => window.dispatchEvent(new Event("beforeprint"));
  });
  await page.keyboard.press("Control+p");
  await expect(rows).toHaveCount(total);
  await printPage(page);
  // The names of columns by which the list can be sorted stay.
  await expect(page.locator("button:visible:not(th button), main input:visible")).toHaveCount(0);
  await expect(
    page.getByText(t("table.range", { from: "1", to: `${total}`, total: `${total}` })),
  ).toBeVisible();
  const line = t("shell.printed", { organization: ".+", at: ".*\\d.*", name: ".+" });
  await expect(page.getByText(new RegExp(`^${line}$`))).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(rows).toHaveCount(10);
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("button", { name: t("table.export") }).click();
  await page.getByRole("button", { name: t("exports.print") }).click();
  await expect(rows).toHaveCount(total);
});
