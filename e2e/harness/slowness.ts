// A slow machine and a slow line on demand: what reads a page too early is found at once, and not one day in a hundred.
import type { Page } from "playwright-core";

const LATENCY_MS = 40;
const UNLIMITED = -1;

/** E2E_SLOW=6 makes pages six times slower, each answer later by as much, and the tests as quick as ever. */
export const slowness = Math.max(1, Number(process.env.E2E_SLOW ?? 1));

export async function slowDown(page: Page): Promise<void> {
  if (slowness === 1) return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowness });
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: slowness * LATENCY_MS,
    downloadThroughput: UNLIMITED,
    uploadThroughput: UNLIMITED,
  });
}
