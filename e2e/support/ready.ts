// When a screen is complete: it has a heading, and nothing on it is still being fetched.
import { expect, type Locator, type Page } from "@playwright/test";

/** Everything that is waited for is marked `aria-busy`: the next screen, a part's code, a list's rows, a record. */
export async function pageReady(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  // Polled from here: waitForFunction takes a promise for a yes. A page that navigates meanwhile is asked again.
  await expect
    .poll(() => page.evaluate(isComplete).catch(() => false), {
      message: `${page.url()} is complete`,
      intervals: [25, 50],
    })
    .toBe(true);
}

/** Runs in the page. */
async function isComplete(): Promise<boolean> {
  const isBusy = () => document.querySelector('[aria-busy="true"]') !== null;
  if (isBusy()) return false;
  await document.fonts.ready;
  // What has just arrived may be drawn in the next frame, and fetch more.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return !isBusy() && document.querySelector("h1") !== null;
}

/** An element that fades in or out has half its colours: contrast is judged once it has arrived. */
export async function animationsEnded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== "running" ||
          animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  );
}

/** The focus is on the element or within it: only then do keys reach a dialogue that has just opened. */
export async function expectFocus(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((node) => node.contains(document.activeElement)), {
      intervals: [25, 50, 100],
    })
    .toBe(true);
}
