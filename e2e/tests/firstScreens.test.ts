// Measures what a screen transfers on a first visit with an empty cache, and on navigation.
import { waitForPage } from "../support/ready.ts";
import { SCREENS, storeTabValues } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { measureTransfer, type Transfer } from "../support/transfer.ts";

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
  "invoices",
];
/** `make bench` measures and prints every screen. */
const all = Boolean(process.env.E2E_ALL_SCREENS);

for (const screen of SCREENS.filter(({ name }) => all || MEASURED.includes(name))) {
  test.describe(() => {
    test.use({ role: screen.signedOut ? undefined : "admin", coldCache: true });

    test(`first visit to ${screen.name}`, async ({ page, api, open }) => {
      const path = await screen.path(api);
      await storeTabValues(page, screen);
      const transfer = await measureTransfer(page, () => open(path));
      if (all) print(screen.name, transfer);
      const limit = screen.signedOut ? MAX_SIGN_IN_BYTES : MAX_FIRST_SCREEN_BYTES;
      expect(transfer.code).toBeGreaterThan(MIN_BYTES);
      expect(transfer.code).toBeLessThanOrEqual(limit);
    });
  });
}

test.describe(() => {
  test.use({ role: "admin", coldCache: true });

  test("transfer on navigation between screens", async ({ page, open }) => {
    await open("/");
    for (const path of ["/dashboard", "/clients", "/projects/fixed", "/invoices"]) {
      const { code } = await measureTransfer(page, async () => {
        await page.locator(`nav a[href$="${path}"]`).first().click();
        await page.waitForURL(`**${path}`);
        await waitForPage(page);
      });
      expect(code, path).toBeLessThanOrEqual(MAX_LATER_BYTES);
    }
  });
});

function print(name: string, { code, files, total, requests }: Transfer): void {
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(0).padStart(4)} kB`;
  const line = `${kB(code)} in ${files} files, ${kB(total)} in ${requests} requests`;
  process.stdout.write(`  ${name.padEnd(34)}${line}\n`);
}
