// Every screen at the width of a phone, in the longer language: accessible, whole, without an error.
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
  scenario,
} from "../harness/scenario.ts";
import { prepare, SCREENS } from "../harness/screens.ts";

for (const screen of SCREENS) {
  const as = screen.signedOut ? undefined : "admin";
  const phone = { as, locale: "fr-ca", width: 375, height: 740 } as const;
  scenario(`${screen.name} on a phone`, phone, async ({ page, api, open, shot }) => {
    await prepare(page, screen);
    await open(await screen.path(api));
    await shot(`${screen.name} phone`);
    await expectNoSidewaysScroll(page);
    await expectNothingCut(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  });
}
