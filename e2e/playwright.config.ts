// Runs the browser tests: two workers, each with its own server and copy of the demo data.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig } from "@playwright/test";
import { SLOWNESS } from "./support/slowness.ts";

const REPORTS = resolve(import.meta.dirname, "../.tools/reports");
/** The headless shell needs half the time of the full browser; Debian packages both. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
/** Prevents requests of the browser itself, and works around missing features of a container. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** For failures that the screenshot and the list of actions do not explain. */
const IS_TRACED = process.env.TRACE === "1";
const DESKTOP = { width: 1366, height: 850 };

export default defineConfig({
  testDir: "tests",
  outputDir: "../.tools/browser-tests",
  globalSetup: "./support/demoData.ts",
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000 * SLOWNESS,
  expect: { timeout: 15_000 * SLOWNESS },
  reporter: [
    ["list"],
    ["junit", { outputFile: resolve(REPORTS, "browser.xml") }],
    ["html", { outputFolder: resolve(REPORTS, "browser"), open: "never" }],
  ],
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? BROWSERS.find(existsSync) ?? BROWSERS[0],
      args: QUIET,
    },
    locale: "en-US",
    viewport: DESKTOP,
    colorScheme: "light",
    actionTimeout: 15_000 * SLOWNESS,
    navigationTimeout: 15_000 * SLOWNESS,
    contextOptions: { viewport: DESKTOP, reducedMotion: "reduce", timezoneId: "America/Montreal" },
    screenshot: "only-on-failure",
    // Off by default, because every test would pay for it: screenshots cost a quarter of the time, snapshots an eighth.
    trace: {
      mode: "retain-on-failure",
      screenshots: IS_TRACED,
      snapshots: IS_TRACED,
    },
  },
  projects: [
    { name: "screens", testDir: "tests/screens", fullyParallel: true },
    { name: "journeys", testIgnore: "screens/**" },
  ],
});
