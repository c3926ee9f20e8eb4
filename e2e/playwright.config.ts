// Runs the browser tests: two workers, each with a server and a copy of the demo data of its own.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig } from "@playwright/test";
import { SLOWNESS } from "./support/slowness.ts";

const REPORTS = resolve(import.meta.dirname, "../.tools/reports");
/** The headless shell takes half the time of the whole browser; Debian packages both. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
/** What could make a window talk to other hosts, and what a container has not. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** For a failure that its last screenshot and its list of actions do not explain. */
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
    // Every test would pay for what only a failing one shows: frames a quarter of its time, the pages' states an eighth.
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
