// Tests the visible focus, and where it goes after a dialog.
import { expect, test } from "../support/test.ts";

test.use({ role: "admin" });

for (const [path, label] of [
  ["/dashboard", "dashboard.currency"],
  ["/oos-sales?tab=analysis", "analysis.currency"],
  ["/churns?tab=analysis", "analysis.currency"],
  ["/churns?tab=movements", "analysis.period"],
  ["/invoices?view=aging", "receivables.as_of"],
] as const) {
  test(`the fields of ${path} show the focus`, async ({ app }) => {
    const { page, open, t } = app;
    await open(path);
    const field = page.getByLabel(t(label), { exact: true }).first();
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

test("a dialog that opened from its URL returns the focus to the page", async ({ app }) => {
  const { page, open } = app;
  await open("/clients?edit=new");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
});
