// Tests that parts which load do not move what stands below them, on phones, tablets and desktops.
import { MAX_SHIFT, recordShifts, shifted } from "../support/layoutShift.ts";
import { SCREENS } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

/** The screens with several parts that load one after the other. */
const NAMES = new Set([
  "home",
  "dashboard",
  "aging",
  "client",
  "client billing",
  "employee goals",
  "employee activity",
  "employee time",
  "exchange rates",
  "extra work",
  "month",
  "my security",
  "organization",
  "project edit",
  "receivables",
  "results by person",
  "retainer hours",
  "fixed payments",
  "team",
  "user invite",
]);
const WIDTHS = [390, 768, 1440];

for (const screen of SCREENS.filter(({ name }) => NAMES.has(name))) {
  test.describe(() => {
    test.use({ role: "admin", locale: "fr-CA" });

    test(`${screen.name} does not move while it loads`, async ({ page, api, open }) => {
      await recordShifts(page);
      const path = await screen.path(api);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await open(path);
        expect(await shifted(page), `at ${width} pixels`).toBeLessThanOrEqual(MAX_SHIFT);
      }
    });
  });
}
