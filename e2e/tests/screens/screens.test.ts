// Every screen: accessible, nothing cut, no sideways scrolling, no error; in both languages, both themes and on a phone.
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
  showScheme,
} from "../../support/pageChecks.ts";
import { pageReady } from "../../support/ready.ts";
import { remember, SCREENS } from "../../support/screens.ts";
import { test } from "../../support/test.ts";

const DESKTOP = { width: 1366, height: 850 };
const PHONE = { width: 375, height: 740 };
const SMALL_PHONE = { width: 320, height: 640 };

for (const screen of SCREENS) {
  test.describe(() => {
    test.use({ role: screen.signedOut ? undefined : "admin" });

    test.describe("in English", () => {
      test(screen.name, async ({ page, api, open }) => {
        await remember(page, screen);
        await open(await screen.path(api));
        await expectNoSidewaysScroll(page);
        await expectNothingCut(page);
        await expectAccessible(page);
        if (!screen.dark) return;
        await showScheme(page, "dark");
        await expectAccessible(page, "contrast");
      });
    });

    // French is the longer language: its words must fit a phone, then the desktop.
    test.describe("in French", () => {
      test.use({ locale: "fr-CA", viewport: PHONE });

      test(screen.name, async ({ page, api, open }) => {
        await remember(page, screen);
        await open(await screen.path(api));
        await expectNoSidewaysScroll(page);
        await expectNothingCut(page);
        await expectAccessible(page);
        await page.setViewportSize(SMALL_PHONE);
        await expectNoSidewaysScroll(page);

        await page.setViewportSize(DESKTOP);
        await pageReady(page);
        await expectNoSidewaysScroll(page);
        await expectNothingCut(page);
      });
    });
  });
}
