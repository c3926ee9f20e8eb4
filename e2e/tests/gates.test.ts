// The gates that every screen passes through must themselves be able to say no.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
  scenario,
  watchForProblems,
} from "../harness/scenario.ts";

const show = (page: Page, body: string) =>
  page.setContent(
    `<html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`,
  );

scenario("axe catches an image without words", {}, async ({ page }) => {
  await show(page, "<p>Fine</p>");
  await expectAccessible(page);
  await show(page, '<img src="data:,">');
  await expect(expectAccessible(page)).rejects.toThrow("image-alt");
});

scenario("a page wider than the screen is caught", {}, async ({ page }) => {
  await show(page, "<p>Fine</p>");
  await expectNoSidewaysScroll(page);
  await show(page, '<p style="width: 3000px">Wide</p>');
  await expect(expectNoSidewaysScroll(page, 100)).rejects.toThrow("less than or equal");
});

scenario("a text that runs out of its box is caught", {}, async ({ page }) => {
  await show(page, '<p style="border: 1px solid; width: 200px">Fine</p>');
  await expectNothingCut(page);
  await show(
    page,
    '<p style="border: 1px solid; width: 40px; white-space: nowrap">155 386,00 $ US</p>',
  );
  await expect(expectNothingCut(page, 100)).rejects.toThrow("155 386,00");
});

scenario("console errors and foreign requests are caught", {}, async ({ context, house }) => {
  const page = await context.newPage();
  const problems: string[] = [];
  watchForProblems(page, house, problems);
  await page.evaluate("console.error('planted')");
  await page.evaluate(() => fetch("http://127.0.0.1:1/elsewhere").catch(() => undefined));
  await expect.poll(() => problems.join("\n")).toContain("planted");
  await expect.poll(() => problems.join("\n")).toContain("foreign request");
});
