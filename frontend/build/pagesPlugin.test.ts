// Tests the list of pages that the server reads.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPagePaths } from "./pagesPlugin.ts";

const SOURCES = join(import.meta.dirname, "../src");

/** `_default/clients.$id.view.tsx` → `/clients/$id/view`; undefined for layouts and parts of a screen. */
function pathOfFile(file: string): string | undefined {
  const [, name = ""] = /^_[a-z]+\/(?<name>[^/]+)\.tsx$/.exec(file) ?? [];
  if (!name || name.startsWith("-")) return undefined;
  return `/${name.replaceAll(".", "/").replace(/\/?index$/, "")}`;
}

describe("readPagePaths", () => {
  it("has a path for every file of a screen", () => {
    const files = globSync("**/*.tsx", { cwd: join(SOURCES, "routes") });
    const paths = readPagePaths(readFileSync(join(SOURCES, "routeTree.gen.ts"), "utf8"));
    const expected = new Set(files.map(pathOfFile).filter((path) => path !== undefined));
    expect(paths.length).toBeGreaterThan(50);
    expect(new Set(paths)).toEqual(expected);
  });

  it.each([
    ['  to:\n    | "/"\n    | "/files/$"\n', "cannot match the path /files/$"],
    ['  to:\n    | "/"\n    | "/{-$locale}/x"\n', "cannot match the path /{-$locale}/x"],
    ["export const routeTree = {}", "has no list of paths"],
  ])("refuses what the server cannot match", (routeTree, message) => {
    expect(() => readPagePaths(routeTree)).toThrow(message);
  });
});
