// Tests navigation without a mouse: skip link, focus on the heading, nothing hidden under the header.
import type { Page } from "@playwright/test";
import { expectFocus, waitForPage } from "../support/ready.ts";
import { expect, test } from "../support/test.ts";

test.use({ role: "admin" });

test("the first Tab skips to the content", async ({ page, open, t }) => {
  await open("/clients");
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Tab");
  await expectFocus(page.getByRole("link", { name: t("shell.skip") }));
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
});

test("a new screen's heading has the focus", async ({ app }) => {
  const { page, open, t } = app;
  await open("/");
  await page.getByRole("link", { name: t("shell.nav.clients"), exact: true }).press("Enter");
  await page.waitForURL(/\/clients/);
  await waitForPage(page);
  await expectFocus(page.getByRole("heading", { level: 1, name: t("clients.title") }));
  const title = t("shell.title", { page: t("clients.title") });
  await expect(page).toHaveTitle(title);
  await expect(page.locator("h1")).toHaveCount(1);
  for (const landmark of ["main", "navigation", "banner"] as const) {
    await page.getByRole(landmark).first().waitFor();
  }
});

test("the focused element is visible", async ({ page, open }) => {
  await open("/clients?per_page=25");
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press("Tab");
    await expect.poll(() => hiddenFocus(page)).toBeNull();
  }
});

test.describe(() => {
  test.use({ viewport: { width: 390, height: 700 } });

  test("the actions of a long form cover no focused field", async ({ page, open }) => {
    await open("/admin/employees/create");
    const fields = page.locator("main form fieldset").locator("input, select, textarea");
    await fields.first().focus();
    for (let step = 0; step < 45; step += 1) {
      await expect.poll(() => hiddenFocus(page)).toBeNull();
      await page.keyboard.press("Tab");
    }
  });
});

test("closing a goal returns the focus to its opener", async ({ page, open, t }) => {
  await open("/goals");
  const goal = page.getByRole("list").getByRole("heading", { level: 3 }).first();
  const link = goal.getByRole("link");
  const name = await link.innerText();
  await link.press("Enter");
  const drawer = page.getByRole("dialog", { name });
  await drawer.getByRole("heading").first().waitFor();
  await waitForPage(page);
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });
  await expectFocus(link);
  await expect(page).toHaveTitle(t("shell.title", { page: t("goals.title") }));
});

/** The focused element, if another element covers it. */
function hiddenFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const box = focused.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const covering = document.elementFromPoint(x, y);
    // A switch is rendered next to its input, within the same label.
    const visible = focused instanceof HTMLInputElement ? focused.labels?.[0]?.parentElement : null;
    const seen =
      covering &&
      [focused, visible].some(
        (element) => element?.contains(covering) || covering.contains(focused),
      );
    return seen
      ? null
      : `${focused.outerHTML.slice(0, 200)} is under ${covering?.outerHTML.slice(0, 100)}`;
  });
}
