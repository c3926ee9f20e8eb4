// What figures look like on paper: what was asked and what came of it, and nothing that is there to be pressed.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { scenario } from "../harness/scenario.ts";

const PRESSED = 'button:visible, [role="tablist"]:visible, a.mantine-Button-root:visible';

async function onPaper(page: Page): Promise<void> {
  await page.setViewportSize({ width: 780, height: 1000 });
  await page.emulateMedia({ media: "print" });
}

for (const path of ["/dashboard", "/oos-sales?tab=analysis", "/churns?tab=analysis"]) {
  scenario(`${path} on paper`, { as: "admin", locale: "fr-ca" }, async ({ page, open, shot }) => {
    await open(path);
    await page.getByRole("figure").first().waitFor();
    expect(await page.locator(PRESSED).count()).toBeGreaterThan(0);
    await onPaper(page);
    await expect.poll(() => page.locator(PRESSED).count()).toBe(0);
    const look = await page
      .locator("main select")
      .first()
      .evaluate((field) => {
        const { appearance, borderTopWidth } = getComputedStyle(field);
        return [appearance, borderTopWidth];
      });
    expect(look).toEqual(["none", "0px"]);
    await shot(`on paper ${path}`);
  });
}

scenario(
  "the rows of a figure on paper stand alone, to the last",
  { as: "admin" },
  async (scene) => {
    const { page, open, shot } = scene;
    await open("/dashboard?rows=active_projects");
    const drawer = page.getByRole("dialog");
    await drawer.locator("tbody tr").nth(24).waitFor();
    await onPaper(page);
    await expect.poll(() => page.locator("#root").isVisible()).toBe(false);
    await expect.poll(() => page.locator(PRESSED).count()).toBe(0);
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
    await shot("rows on paper");
  },
);
