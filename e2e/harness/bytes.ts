// What a screen costs a browser with an empty cache: the gzipped bytes of code and style that it fetches.
import type { Page } from "playwright-core";

export interface Fetched {
  code: number;
  everything: number;
  requests: number;
}

/** Counts while `act` runs; the answers are asked for in gzip, since the budgets are written in it. */
export async function bytesFetched(page: Page, act: () => Promise<void>): Promise<Fetched> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await page.route("**/*", (route) =>
    route.continue({ headers: { ...route.request().headers(), "accept-encoding": "gzip" } }),
  );
  const kinds = new Map<string, string>();
  const fetched = { code: 0, everything: 0, requests: 0 };
  devtools.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  devtools.on("Network.loadingFinished", () => {
    fetched.requests += 1;
  });
  devtools.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    fetched.everything += encodedDataLength;
    if (/Script|Stylesheet/.test(kinds.get(requestId) ?? "")) fetched.code += encodedDataLength;
  });
  await act();
  await page.waitForLoadState("networkidle");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await devtools.detach();
  return fetched;
}

export const kB = (bytes: number) => `${(bytes / 1000).toFixed(0).padStart(4)} kB`;
