// A look at every screen in one language, in the dark too: accessible, whole, without an error.
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
  scenario,
  showScheme,
} from "./scenario.ts";
import { prepare, SCREENS } from "./screens.ts";
import type { Locale } from "./session.ts";

/** Called by one file per language, since two files run at a time. */
export function lookAtEveryScreen(locale: Locale): void {
  for (const screen of SCREENS) {
    const as = screen.signedOut ? undefined : "admin";
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
