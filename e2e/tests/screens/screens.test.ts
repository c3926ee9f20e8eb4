// Checks every screen: accessible, nothing cut, no sideways scrolling, no error; in both languages and themes, and on a
// phone.
import {
  emulateScheme,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
} from "../../support/pageChecks.ts";
import { waitForPage } from "../../support/ready.ts";
import { SCREENS, storeTabValues } from "../../support/screens.ts";
import { test } from "../../support/test.ts";

const DESKTOP = { width: 1366, height: 850 };
const PHONE = { width: 375, height: 740 };
const SMALL_PHONE = { width: 320, height: 640 };

for (const screen of SCREENS) {
  test.describe(() => {
    test.use({
      role: screen.signedOut ? undefined : "admin",
      expectedProblems: screen.expectedProblems,
    });

    test.describe("in English", () => {
      test(screen.name, async ({ page, api, open }) => {
        await storeTabValues(page, screen);
        await open(await screen.path(api));
        await expectNoSidewaysScroll(page);
        await expectNothingCut(page);
        await expectAccessible(page);
        if (!screen.dark) return;
        await emulateScheme(page, "dark");
        await expectAccessible(page, "contrast");
      });
    });

    // French texts are longer: they must fit a phone, then the desktop.
    test.describe("in French", () => {
      test.use({ locale: "fr-CA", viewport: PHONE });

      test(screen.name, async ({ page, api, open }) => {
        await storeTabValues(page, screen);
        await open(await screen.path(api));
        await expectNoSidewaysScroll(page);
        await expectNothingCut(page);
        await expectAccessible(page);
        await page.setViewportSize(SMALL_PHONE);
        await expectNoSidewaysScroll(page);

        await page.setViewportSize(DESKTOP);
        await waitForPage(page);
        await expectNoSidewaysScroll(page);
        await expectNothingCut(page);
      });
    });
  });
}
