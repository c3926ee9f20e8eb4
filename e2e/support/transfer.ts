// Measures what a page transfers, compressed, and when its largest part is painted.
import type { Page } from "@playwright/test";

interface Transfer {
  code: number;
  files: number;
  total: number;
  requests: number;
}

/** Measures while `act` runs; responses use gzip, the unit of the budgets. */
export async function measureTransfer(page: Page, action: () => Promise<void>): Promise<Transfer> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await page.route("**/*", (route) =>
    route.continue({ headers: { ...route.request().headers(), "accept-encoding": "gzip" } }),
  );
  const code = new Set<string>();
  const transfer = { code: 0, files: 0, total: 0, requests: 0 };
  devtools.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script" || type === "Stylesheet") code.add(requestId);
  });
  devtools.on("Network.loadingFinished", () => {
    transfer.requests += 1;
  });
  devtools.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    transfer.total += encodedDataLength;
    if (code.has(requestId)) transfer.code += encodedDataLength;
  });
  await action();
  await page.waitForLoadState("networkidle");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await devtools.detach();
  return { ...transfer, files: code.size };
}

/** Returns when the largest text or picture was painted, in milliseconds since the navigation began. */
export function measureLargestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().at(-1)?.startTime ?? 0);
        }).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
}
