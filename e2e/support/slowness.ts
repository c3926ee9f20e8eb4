// Emulates a slow machine and a slow network, so that a test that reads a page too early always fails.
import type { Page } from "@playwright/test";

const LATENCY_MS = 40;
const UNLIMITED = -1;

/** E2E_SLOW=6 makes pages and responses six times slower, but not the tests. */
export const SLOWNESS = Math.max(1, Number(process.env.E2E_SLOW ?? 1));

export async function slowDown(page: Page): Promise<void> {
  if (SLOWNESS === 1) return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWNESS });
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: SLOWNESS * LATENCY_MS,
    downloadThroughput: UNLIMITED,
    uploadThroughput: UNLIMITED,
  });
}
