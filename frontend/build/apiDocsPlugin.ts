// Serves the published files of Swagger UI below /api-docs/, for the page that the back end answers at /api/docs.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const FOLDER = "api-docs/";
const FILES = {
  "swagger-ui-bundle.js": "text/javascript",
  "swagger-ui.css": "text/css",
} as const;

function readPublished(name: string): Buffer {
  const manifest = fileURLToPath(import.meta.resolve("swagger-ui-dist/package.json"));
  return readFileSync(join(dirname(manifest), name));
}

export function apiDocsPlugin(): Plugin {
  return {
    name: "regie-api-docs",
    generateBundle() {
      for (const name of Object.keys(FILES))
        this.emitFile({ type: "asset", fileName: FOLDER + name, source: readPublished(name) });
    },
    configureServer({ middlewares }) {
      for (const [name, type] of Object.entries(FILES))
        middlewares.use(`/${FOLDER}${name}`, (_request, response) => {
          response.setHeader("Content-Type", type);
          response.end(readPublished(name));
        });
    },
  };
}
