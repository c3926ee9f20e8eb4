// Where the focus is seen, and where it goes: a ring of two pixels, and on from what has been dealt with.
import { expect, test } from "../support/test.ts";

test.use({ role: "admin" });

for (const [path, label] of [
  ["/dashboard", "dashboard.currency"],
  ["/oos-sales?tab=analysis", "analysis.currency"],
  ["/churns?tab=analysis", "analysis.currency"],
  ["/churns?tab=movements", "analysis.period"],
  ["/invoices?view=ageing", "receivables.as_of"],
] as const) {
  test(`the focus is seen on the fields of ${path}`, async ({ app }) => {
    const { page, open, words } = app;
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

test("a dialogue that was opened by its address leaves the focus on the page", async ({ app }) => {
  const { page, open } = app;
  await open("/clients?edit=new");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
});
