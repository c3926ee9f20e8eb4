// What figures look like on paper: what was asked and what came of it, and nothing that is there to be pressed.
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.ts";

test.use({ role: "admin" });

const PRESSED = 'button:visible, [role="tablist"]:visible, a.mantine-Button-root:visible';

async function onPaper(page: Page): Promise<void> {
  await page.setViewportSize({ width: 780, height: 1000 });
  await page.emulateMedia({ media: "print" });
}

for (const path of ["/dashboard", "/oos-sales?tab=analysis", "/churns?tab=analysis"]) {
  test.describe(() => {
    test.use({ locale: "fr-CA" });

    test(`${path} on paper`, async ({ page, open }) => {
      await open(path);
      await page.getByRole("figure").first().waitFor();
      await expect(page.locator(PRESSED)).not.toHaveCount(0);
      await onPaper(page);
      await expect(page.locator(PRESSED)).toHaveCount(0);
      const look = await page
        .locator("main select")
        .first()
        .evaluate((field) => {
          const { appearance, borderTopWidth } = getComputedStyle(field);
          return [appearance, borderTopWidth];
        });
      expect(look).toEqual(["none", "0px"]);
    });
  });
}

test("the rows of a figure on paper stand alone, to the last", async ({ app }) => {
  const { page, open } = app;
  await open("/dashboard?rows=active_projects");
  const drawer = page.getByRole("dialog");
  await drawer.locator("tbody tr").nth(24).waitFor();
  await onPaper(page);
  await expect(page.locator("#root")).toBeHidden();
  await expect(page.locator(PRESSED)).toHaveCount(0);
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
