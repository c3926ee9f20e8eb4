// Measures how much a screen moves while it loads.
import type { Page } from "@playwright/test";

export const MAX_SHIFT = 0.02;

/** Call before the screen opens. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shiftWindow = window as unknown as { shifted: number };
    shiftWindow.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shiftWindow.shifted += (entry as unknown as { value: number }).value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The sum since the screen opened. */
export const shifted = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shifted: number }).shifted);
