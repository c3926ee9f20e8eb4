// Every screen in both languages, in the dark too: accessible, whole, without an error.
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
  scenario,
  showScheme,
} from "../harness/scenario.ts";
import { prepare, SCREENS } from "../harness/screens.ts";
import { LOCALES } from "../harness/session.ts";

for (const screen of SCREENS) {
  const as = screen.signedOut ? undefined : "admin";
  for (const locale of LOCALES) {
    scenario(`${screen.name} in ${locale}`, { as, locale }, async ({ page, api, open, shot }) => {
      await prepare(page, screen);
      await open(await screen.path(api));
      await shot(`${screen.name} ${locale}`);
      await expectNoSidewaysScroll(page);
      await expectNothingCut(page);
      await expectAccessible(page);
      if (!screen.dark) return;
      await showScheme(page, "dark");
      await shot(`${screen.name} ${locale} dark`);
      await expectAccessible(page);
    });
  }
}
