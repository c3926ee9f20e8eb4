// A newer build is taken at the next navigation; a part that is gone is fetched again with its page.
import { expect } from "vitest";
import { scenario } from "../harness/scenario.ts";
import { settled } from "../harness/settled.ts";

const marked = () => Boolean((window as { planted?: boolean }).planted);

scenario(
  "X5: a newer build is taken at the next navigation, once",
  { as: "admin" },
  async (scene) => {
    const { page, open, words, house } = scene;
    const newer = { id: "another-build" };
    await page.route("**/builds/latest.json", (route) => route.fulfill({ json: newer }));
    await page.route("**/builds/meta/another-build.json", (route) =>
      route.fulfill({ json: newer }),
    );
    const looked = page.waitForResponse("**/builds/meta/another-build.json");
    await open("/");
    await looked;
    await page.evaluate(() => Object.assign(window, { planted: true }));
    await page.getByRole("link", { name: words("shell.nav.clients"), exact: true }).click();
    await page.waitForURL(`${house.origin}/clients`);
    await expect.poll(() => page.evaluate(marked)).toBe(false);
    await settled(page);
  },
);

scenario(
  "the build that runs is the one that is told",
  { as: "admin" },
  async ({ page, open, house }) => {
    await open("/");
    const own = await page.locator('meta[name="regie-build"]').getAttribute("content");
    const latest = await page.request.get(`${house.origin}/builds/latest.json`);
    expect(((await latest.json()) as { id: string }).id).toBe(own);
    const meta = await page.request.get(`${house.origin}/builds/meta/${own}.json`);
    expect(((await meta.json()) as { id: string }).id).toBe(own);
  },
);
