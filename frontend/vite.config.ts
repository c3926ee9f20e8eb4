// Builds the browser application and runs its tests.
import { join } from "node:path";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { cataloguesPlugin } from "./build/cataloguesPlugin.ts";
import { chunkGroups } from "./build/chunkGroups.ts";
import { precompressPlugin } from "./build/precompressPlugin.ts";
import { versionsPlugin } from "./build/versionsPlugin.ts";

const SERVER = process.env.REGIE_SERVER ?? "http://127.0.0.1:8000";
const SERVER_PATHS = ["/api", "/sanctum", "/login", "/logout"];
/** Below it are pages, which are read, and calls of the same name, which are not. */
const PAGES_AND_CALLS = {
  target: SERVER,
  bypass: ({ method, url }: { method?: string; url?: string }) =>
    method === "GET" ? url : undefined,
};

export default defineConfig({
  plugins: [
    tanstackRouter({ target: "react", autoCodeSplitting: true, quoteStyle: "double" }),
    react(),
    cataloguesPlugin(join(import.meta.dirname, "src/i18n")),
    versionsPlugin(),
    precompressPlugin(),
  ],
  server: {
    proxy: {
      ...Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: SERVER }])),
      "/auth": PAGES_AND_CALLS,
    },
  },
  build: {
    target: "es2023",
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        // Every name is in what a first visit loads, and seven letters tell two contents of one file apart.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
      },
    },
  },
  test: {
    restoreMocks: true,
    testTimeout: 30_000,
    // As in the browser: a second try on the shared machine that judges a change, nowhere else.
    retry: process.env.CI ? 1 : 0,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: "pages",
          environment: "jsdom",
          include: ["src/**/*.test.{ts,tsx}"],
          setupFiles: ["src/testing/setup.ts"],
        },
      },
      { extends: true, test: { name: "build", include: ["build/**/*.test.ts"] } },
    ],
  },
});
