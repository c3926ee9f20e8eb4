// Fails when a screen of the last build weighs more than its budget: `npm run budgets`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Manifest, measure, overBudget } from "./budgets.ts";

const DIST = join(import.meta.dirname, "../dist");

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(DIST, ".vite/manifest.json"), "utf8")) as Manifest;
}

const sizes = new Map<string, number>();

function gzippedSize(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
  sizes.set(file, size);
  return size;
}

const rows = measure(readManifest(), gzippedSize);
for (const { what, bytes, limit } of rows) {
  const mark = bytes > limit ? "OVER" : "ok";
  console.log(`${mark.padEnd(5)}${String(bytes).padStart(8)} of ${String(limit).padEnd(8)}${what}`);
}
if (overBudget(rows).length > 0) {
  console.error("Over budget: load later what is not needed first, or take something out.");
  process.exitCode = 1;
}
