// Writes the paths of the pages, so that the server answers every other address with status 404.
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { LOCALES } from "../src/i18n/locale.ts";

/** The paths of the pages, from the generated route tree; layouts without a page of their own are not among them. */
export function readPagePaths(routeTree: string): string[] {
  const union = /^ {2}to:\n(?<paths>(?: {4}\| "[^"]+"\n)+)/m.exec(routeTree)?.groups?.paths ?? "";
  const paths = [...union.matchAll(/"(?<path>[^"]+)"/g)].map(({ groups }) => groups?.path ?? "");
  const [unsupported] = paths.filter((path) => /\/\$(?:\/|$)|[{}]/.test(path));
  if (unsupported) throw new Error(`The server cannot match the path ${unsupported}`);
  if (!paths.includes("/")) throw new Error("The route tree has no list of paths");
  return paths;
}

export function pagesPlugin(routeTreeFile: string): Plugin {
  return {
    name: "regie-pages",
    apply: "build",
    generateBundle() {
      const paths = readPagePaths(readFileSync(routeTreeFile, "utf8"));
      const source = JSON.stringify({ locales: LOCALES, paths });
      this.emitFile({ type: "asset", fileName: "pages.json", source });
    },
  };
}
