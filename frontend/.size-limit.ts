// Budgets of the last build, gzipped, from its manifest: every first screen and every lazy part.
import { readFileSync } from "node:fs";
import { screenParts } from "./build/screenParts.ts";

type Chunk = { file: string; imports?: string[]; css?: string[]; isDynamicEntry?: boolean };

const DIST = "dist";
const MAX_FILES = 45;
const SCREEN = /^src\/routes\/(_\w+)\/(.+)\.tsx\?tsr-split=component$/;

const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(`${DIST}/.vite/manifest.json`, "utf8"),
);

/** The files that these chunks load: their own, those of their static imports, and the styles. */
function filesOf(names: readonly string[], files = new Set<string>()): Set<string> {
  for (const name of names) {
    const { file, css = [], imports = [] } = manifest[name] ?? {};
    if (file === undefined) throw new Error(`The build has no ${name}`);
    if (files.has(file)) continue;
    for (const one of [file, ...css]) files.add(one);
    filesOf(imports, files);
  }
  return files;
}

function budget(name: string, files: Iterable<string>, limit: string) {
  const path = Array.from(files, (file) => `${DIST}/${file}`);
  if (path.length > MAX_FILES) throw new Error(`${name} loads ${path.length} files`);
  return { name: `${name} (${path.length} files)`, path, limit, gzip: true };
}

// The French catalogue is the larger one.
const ENTRY = ["index.html", "virtual:catalogue/fr/sign-in"];
const SIGNED_IN = [...ENTRY, "virtual:catalogue/fr/app"];
const LIST = filesOf([
  ...SIGNED_IN,
  "src/routes/_default.tsx?tsr-split=component",
  "src/routes/_default/clients.index.tsx?tsr-split=component",
]);

function firstScreen(chunk: string, layout: string, screen: string) {
  const names = [
    ...SIGNED_IN,
    ...screenParts(`${layout}/${screen}`).map((part) => `virtual:catalogue/fr/${part}`),
    `src/routes/${layout}.tsx?tsr-split=component`,
    chunk,
  ];
  return budget(screen, filesOf(names), "320 kB");
}

function checkOf([chunk, { isDynamicEntry = false }]: [string, Chunk]) {
  const [, layout, screen] = SCREEN.exec(chunk) ?? [];
  if (layout !== undefined && screen !== undefined) return [firstScreen(chunk, layout, screen)];
  if (!isDynamicEntry || /^src\/routes\/|^virtual:/.test(chunk)) return [];
  return [budget(`lazy: ${chunk}`, filesOf([chunk]).difference(LIST), "45 kB")];
}

export default [
  budget("sign-in", filesOf(ENTRY), "200 kB"),
  ...Object.entries(manifest).flatMap(checkOf),
];
