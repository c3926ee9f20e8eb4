// Waits until a screen is complete: it has a heading, and nothing on it is loading.
import { expect, type Locator, type Page } from "@playwright/test";

/** Everything that loads is marked `aria-busy`: a screen, lazy code, a list's rows, a record. */
export async function waitForPage(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  // Polled here, because waitForFunction treats a promise as true. While the page navigates, the poll repeats.
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
  // A new component may render in the next frame and load more.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return !isBusy() && document.querySelector("h1") !== null;
}

/** An element that fades in or out has reduced contrast, so checks wait until it is done. */
export async function waitForAnimations(page: Page): Promise<void> {
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

/** Waits until the focus is on the element or within it: only then does a new dialog receive keys. */
export async function expectFocus(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((node) => node.contains(document.activeElement)), {
      intervals: [25, 50, 100],
    })
    .toBe(true);
}
