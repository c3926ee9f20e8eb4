// Measures what a screen transfers on a first visit with an empty cache, and on navigation.
import { appendFileSync } from "node:fs";
import { waitForPage } from "../support/ready.ts";
import { SCREENS, storeTabValues } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { measureLargestPaint, measureTransfer } from "../support/transfer.ts";

/** Code and style in bytes, including lazy chunks; `npm run budgets` limits the files of the build. */
const MAX_SIGN_IN_BYTES = 200_000;
const MAX_FIRST_SCREEN_BYTES = 320_000;
/** Code and style of a screen that is opened from another one. */
const MAX_LATER_BYTES = 45_000;
/** Less means that the measurement failed. */
const MIN_BYTES = 20_000;

const MEASURED = [
  "sign in",
  "home",
  "dashboard",
  "clients",
  "client",
  "retainers",
  "retainer",
  "receivables",
  "invoices",
];
/** `make bench` measures every screen, reads the values from this file, and compares them with the limits. */
const measuresFile = process.env.E2E_SCREENS_FILE;

for (const screen of SCREENS.filter(({ name }) => measuresFile || MEASURED.includes(name))) {
  test.describe(() => {
    test.use({
      role: screen.signedOut ? undefined : "admin",
      coldCache: true,
      expectedProblems: screen.expectedProblems,
    });

    test(`first visit to ${screen.name}`, async ({ page, api, open }) => {
      const path = await screen.path(api);
      await storeTabValues(page, screen);
      const transfer = await measureTransfer(page, () => open(path));
      if (measuresFile) {
        const { name, signedOut = false } = screen;
        const largestPaint = await measureLargestPaint(page);
        const measured = { name, signedOut, largestPaint, ...transfer };
        appendFileSync(measuresFile, `${JSON.stringify(measured)}\n`);
      }
      expect(transfer.code).toBeGreaterThan(MIN_BYTES);
      const limit = screen.signedOut ? MAX_SIGN_IN_BYTES : MAX_FIRST_SCREEN_BYTES;
      if (!measuresFile) expect(transfer.code).toBeLessThanOrEqual(limit);
    });
  });
}

test.describe(() => {
  test.use({ role: "admin", coldCache: true });

  test("transfer on navigation between screens", async ({ page, open }) => {
    await open("/");
    for (const path of ["/dashboard", "/clients", "/projects", "/projects/fixed", "/receivables"]) {
      const { code } = await measureTransfer(page, async () => {
        await page.locator(`nav a[href$="${path}"]`).first().click();
        await page.waitForURL(`**${path}`);
        await waitForPage(page);
      });
      expect(code, path).toBeLessThanOrEqual(MAX_LATER_BYTES);
    }
  });
});
