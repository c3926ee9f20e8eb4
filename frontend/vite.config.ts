// Builds the browser application and runs its tests.
import { join } from "node:path";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { apiDocsPlugin } from "./build/apiDocsPlugin.ts";
import { cataloguesPlugin } from "./build/cataloguesPlugin.ts";
import { developmentPlugin } from "./build/developmentPlugin.ts";
import { pagesPlugin } from "./build/pagesPlugin.ts";
import { precompressPlugin } from "./build/precompressPlugin.ts";
import { versionsPlugin } from "./build/versionsPlugin.ts";

// Rolldown alone creates a file per set of importers: about 140 requests for a list.
const CHUNK_GROUPS = [
  { name: "react", test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 3 },
  { name: "start", tags: ["$initial" as const], priority: 2 },
  // Forms are excluded, because most first screens have none.
  { name: "ui", test: /^(?!.*(?:@mantine\/form|src\/ui\/form))/, minShareCount: 14, priority: 1 },
  // What fewer screens share, without what brings tabs, drawers or forms with it.
  {
    name: "parts",
    test: /src\/(?:api|lib|session|ui\/(?!form|charts|imports|layout\/UrlTabs|\w+\/\w*Drawer))/,
    minShareCount: 13,
    includeDependenciesRecursively: false,
  },
  { name: "icons", test: /@tabler\/icons-react\//, minShareCount: 2 },
];

const SERVER = process.env.REGIE_SERVER ?? "http://127.0.0.1:8000";
const SERVER_PATHS = ["/api/", "/sanctum/", "/hooks/", "/health/", "/metrics"];
/** Paths of pages; calls to the same path with another method go to the server. */
const PAGE_PATHS = ["/auth", "/login", "/logout"];
const proxyAllButPages = {
  target: SERVER,
  bypass: ({ method, url }: { method?: string; url?: string }) =>
    method === "GET" ? url : undefined,
};
const isServerPath = (path: string) =>
  [...SERVER_PATHS, ...PAGE_PATHS].some((prefix) => path.startsWith(prefix));

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      quoteStyle: "double",
      // The sign-in screens are in the entry chunk: no second round of requests before the form shows.
      codeSplittingOptions: {
        splitBehavior: ({ routeId }) => (routeId.startsWith("/_auth") ? [] : undefined),
      },
    }),
    react(),
    cataloguesPlugin(join(import.meta.dirname, "src/i18n")),
    versionsPlugin(),
    apiDocsPlugin(),
    pagesPlugin(join(import.meta.dirname, "src/routeTree.gen.ts")),
    developmentPlugin(SERVER, isServerPath),
    precompressPlugin(),
  ],
  server: {
    proxy: {
      ...Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: SERVER }])),
      ...Object.fromEntries(PAGE_PATHS.map((path) => [path, proxyAllButPages])),
    },
  },
  build: {
    target: "es2023",
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNK_GROUPS },
      },
    },
  },
  test: {
    restoreMocks: true,
    testTimeout: 30_000,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: "pages",
          environment: "jsdom",
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: ["src/lib/**"],
          setupFiles: ["src/testing/setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "lib",
          environment: "jsdom",
          include: ["src/lib/**/*.test.ts"],
          setupFiles: ["src/testing/setup.ts"],
          // These tests have no shared state, and one window starts faster than one per file.
          isolate: false,
        },
      },
      { extends: true, test: { name: "build", include: ["build/**/*.test.ts"] } },
    ],
  },
});
