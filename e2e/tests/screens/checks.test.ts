// Tests that the checks of screens fail when they should.
import type { Page } from "@playwright/test";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../../support/pageChecks.ts";
import { collectProblems, expect, test } from "../../support/test.ts";

const show = (page: Page, body: string) =>
  page.setContent(
    `<html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`,
  );

test("axe detects an image without a text alternative", async ({ page }) => {
  await show(page, "<p>Fine</p>");
  await expectAccessible(page);
  await show(page, '<img src="data:,">');
  await expect(expectAccessible(page)).rejects.toThrow("image-alt");
});

test("detects a page wider than the screen", async ({ page }) => {
  await show(page, "<p>Fine</p>");
  await expectNoSidewaysScroll(page);
  await show(page, '<p style="width: 3000px">Wide</p>');
  await expect(expectNoSidewaysScroll(page, 1_000)).rejects.toThrow("toBeLessThanOrEqual");
});

test("detects text that overflows its box", async ({ page }) => {
  await show(page, '<p style="border: 1px solid; width: 200px">Fine</p>');
  await expectNothingCut(page);
  await show(
    page,
    '<p style="border: 1px solid; width: 40px; white-space: nowrap">155 386,00 $ US</p>',
  );
  await expect(expectNothingCut(page, 1_000)).rejects.toThrow("155 386,00");
});

test("detects console errors and foreign requests", async ({ openContext, server }) => {
  const page = await (await openContext()).newPage();
  const problems = collectProblems(page, server);
  await page.evaluate("console.error('planted')");
  await page.evaluate(() => fetch("http://127.0.0.1:1/elsewhere").catch(() => undefined));
  await expect.poll(() => problems.join("\n")).toContain("planted");
  await expect.poll(() => problems.join("\n")).toContain("foreign request");
});

test.describe("a window's problems", () => {
  test.fail();

  test("fail the test", async ({ page }) => {
    await page.evaluate("console.error('planted')");
  });
});
