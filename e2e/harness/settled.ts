// When a screen is there: with its title, and nothing on it still being fetched.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { slowness } from "./slowness.ts";

const PATIENCE_MS = 15_000 * slowness;
const BETWEEN_MS = 50;

/** Whatever is waited for says so by `aria-busy`: a next screen, a part's code, a list's rows, a record. */
export async function settled(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  // Asked from here again and again: a browser's own wait takes an asynchronous answer for a yes, whatever it says.
  // Not by a test's own `poll`: what prints the bytes of each screen waits too, and is no test.
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await page.evaluate(stands).catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${page.url()} does not come to rest`);
    await new Promise((again) => setTimeout(again, BETWEEN_MS));
  }
}

/** Runs in the page; one that is left meanwhile is asked again on the next. */
async function stands(): Promise<boolean> {
  const isBusy = () => document.querySelector('[aria-busy="true"]') !== null;
  if (isBusy()) return false;
  await document.fonts.ready;
  // What has just come may be drawn in the next frame, and ask for more of its own.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return !isBusy() && document.querySelector("h1") !== null;
}

/** What is on its way in or out has half its colours: contrast is judged once it has arrived. */
export async function stillness(page: Page): Promise<void> {
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

/** The focus has come to it or into it: only then do keys reach a dialogue that has just opened. */
export async function hasFocus(element: Locator): Promise<void> {
  const holds = () => element.evaluate((node) => node.contains(document.activeElement));
  await expect.poll(holds).toBe(true);
}
