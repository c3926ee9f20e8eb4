// Where the focus is seen, and where it goes: a ring of two pixels, and on from what has been dealt with.
import { expect } from "vitest";
import { scenario } from "../harness/scenario.ts";

for (const [path, label] of [
  ["/dashboard", "dashboard.currency"],
  ["/oos-sales?tab=analysis", "analysis.currency"],
  ["/churns?tab=analysis", "analysis.currency"],
  ["/churns?tab=movements", "analysis.period"],
  ["/invoices?view=ageing", "receivables.as_of"],
] as const) {
  scenario(`the focus is seen on the fields of ${path}`, { as: "admin" }, async (scene) => {
    const { page, open, words } = scene;
    await open(path);
    const field = page.getByLabel(words(label), { exact: true }).first();
    await field.waitFor();
    await page.keyboard.press("Tab");
    await field.focus();
    const ring = await field.evaluate((box) => {
      const { outlineWidth, outlineStyle } = getComputedStyle(box);
      return [outlineWidth, outlineStyle];
    });
    expect(ring).toEqual(["2px", "solid"]);
  });
}

scenario(
  "a dialogue that was opened by its address leaves the focus on the page",
  { as: "admin" },
  async (scene) => {
    const { page, open } = scene;
    await open("/clients?edit=new");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  },
);
