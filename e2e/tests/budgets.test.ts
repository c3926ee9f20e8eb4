// What screens may weigh on a first visit, and a later one, in gzipped code and style.
import { expect } from "vitest";
import { bytesFetched } from "../harness/bytes.ts";
import { scenario } from "../harness/scenario.ts";
import { SCREENS } from "../harness/screens.ts";
import { settled } from "../harness/settled.ts";

const LIMITS: Record<string, number> = {
  "sign in": 175_000,
  dashboard: 225_000,
  clients: 245_000,
  client: 245_000,
  retainers: 245_000,
  retainer: 245_000,
  invoices: 245_000,
};
const LATER = 40_000;

for (const screen of SCREENS.filter(({ name }) => name in LIMITS)) {
  const as = screen.signedOut ? undefined : "admin";
  scenario(`${screen.name}: first visit`, { as }, async ({ page, api, open }) => {
    const path = await screen.path(api);
    const { code } = await bytesFetched(page, () => open(path));
    expect(code).toBeGreaterThan(20_000);
    expect(code).toBeLessThanOrEqual(LIMITS[screen.name] ?? 0);
  });
}

scenario("going on from screen to screen", { as: "admin" }, async ({ page, open }) => {
  await open("/");
  for (const path of ["/dashboard", "/clients", "/projects/fixed", "/invoices"]) {
    const { code } = await bytesFetched(page, async () => {
      await page.locator(`nav a[href$="${path}"]`).first().click();
      await page.waitForURL(`**${path}`);
      await settled(page);
    });
    expect(code, path).toBeLessThanOrEqual(LATER);
  }
});
