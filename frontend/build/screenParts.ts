// Which parts of the catalogues a route loads, and which source files its screen consists of.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROUTES = join(import.meta.dirname, "../src/routes");

/** The parts that a route names in `staticData.messages`; a reused screen names them in its own route. */
export function screenParts(route: string): string[] {
  const source = readFileSync(join(ROUTES, `${route}.tsx`), "utf8");
  const [, reused] = /import \{ Route as \w+ \} from "\.\/([^"]+)";/.exec(source) ?? [];
  if (reused) return screenParts(join(dirname(route), reused));
  const [, parts = ""] = /messages: \[([^\]]*)\]/.exec(source) ?? [];
  return [...parts.matchAll(/"([\w-]+)"/g)].map(([, part = ""]) => part);
}

const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;
const ENDINGS = ["", ".ts", ".tsx"];

/** The files that a file imports, at once or later, itself included. */
export function importedFiles(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || file.endsWith(".gen.ts")) return found;
  found.add(file);
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
    const target = ENDINGS.map((ending) => join(dirname(file), path + ending)).find(
      (name) => /\.tsx?$/.test(name) && existsSync(name),
    );
    if (target) importedFiles(target, found);
  }
  return found;
}

export const routeFile = (route: string): string => join(ROUTES, `${route}.tsx`);
