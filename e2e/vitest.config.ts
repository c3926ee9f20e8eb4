// Runs the browser tests: one running house for all of them, two files at a time.
import { defineConfig } from "vitest/config";
import { slowness } from "./harness/slowness.ts";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: ["harness/globalSetup.ts"],
    testTimeout: 60_000 * slowness,
    hookTimeout: 60_000,
    // As patient as the browser's own waits: a busy machine draws late, and what never comes still fails.
    expect: { poll: { timeout: 15_000 * slowness } },
    // On a machine that is shared, once more; the report marks what needed it, and that is to be mended. Here: never.
    retry: process.env.CI ? 1 : 0,
    maxWorkers: 2,
    isolate: false,
  },
});
