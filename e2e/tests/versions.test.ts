// Tests new builds: loaded at the next navigation; a missing chunk reloads the page.
import { waitForPage } from "../support/ready.ts";
import { expect, test } from "../support/test.ts";

test.use({ role: "admin" });

const isSamePage = () => Boolean((window as { marker?: boolean }).marker);

test("X5: a newer build loads once, at the next navigation", async ({ app }) => {
  const { page, open, t, server } = app;
  const newer = { id: "another-build" };
  await page.route("**/builds/latest.json", (route) => route.fulfill({ json: newer }));
  await page.route("**/builds/meta/another-build.json", (route) => route.fulfill({ json: newer }));
  const checked = page.waitForResponse("**/builds/meta/another-build.json");
  await open("/");
  await checked;
  await page.evaluate(() => Object.assign(window, { marker: true }));
  await page.getByRole("link", { name: t("shell.nav.clients"), exact: true }).click();
  await page.waitForURL(`${server.origin}/clients`);
  await expect.poll(() => page.evaluate(isSamePage)).toBe(false);
  await waitForPage(page);
});

test("the page's build is the latest manifest's", async ({ page, open, server }) => {
  await open("/");
  const own = await page.locator('meta[name="regie-build"]').getAttribute("content");
  const latest = await page.request.get(`${server.origin}/builds/latest.json`);
  expect(((await latest.json()) as { id: string }).id).toBe(own);
  const meta = await page.request.get(`${server.origin}/builds/meta/${own}.json`);
  expect(((await meta.json()) as { id: string }).id).toBe(own);
});

test.describe(() => {
  test.use({ coldCache: true, expectedProblems: /status of 404|Failed to (fetch|load)/ });

  test("a missing chunk of an older build reloads the page", async ({ app }) => {
    const { page, open, t, server } = app;
    await open("/");
    let isOldPage = true;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) isOldPage = false;
    });
    await page.route("**/assets/**", (route) =>
      isOldPage ? route.fulfill({ status: 404 }) : route.fallback(),
    );
    await page.getByRole("link", { name: t("shell.nav.clients"), exact: true }).click();
    await expect.poll(() => isOldPage).toBe(false);
    await page.getByRole("heading", { level: 1, name: t("shell.nav.clients") }).waitFor();
    expect(page.url()).toBe(`${server.origin}/clients`);
  });
});
