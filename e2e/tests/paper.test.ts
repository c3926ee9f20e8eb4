// Tests figures in print: the chosen filters and the results, without controls.
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.ts";

test.use({ role: "admin" });

const CONTROLS = 'button:visible, [role="tablist"]:visible, a.mantine-Button-root:visible';

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
