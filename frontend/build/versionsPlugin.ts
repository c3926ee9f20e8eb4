// Writes the version manifests that open pages poll, and gives the page its build number.
import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/** A hash of the contents, so that the same sources give the same build id. */
function buildId(files: readonly string[]): string {
  return createHash("sha256").update(files.toSorted().join("\n")).digest("hex").slice(0, 16);
}

const PLACEHOLDER = "regie-build-id-";

/** The page contains its build id, which is a hash of the page: a placeholder of fixed text breaks the cycle. */
export function versionsPlugin(): Plugin {
  return {
    name: "regie-versions",
    apply: "build",
    enforce: "post",
    transformIndexHtml: {
      order: "post",
      handler: () => [
        { tag: "meta", attrs: { name: "regie-build", content: PLACEHOLDER }, injectTo: "head" },
      ],
    },
    generateBundle(_options, bundle) {
      const id = buildId(Object.keys(bundle));
      const page = bundle["index.html"];
      if (page?.type !== "asset") this.error("The build has no index.html");
      else page.source = String(page.source).replace(PLACEHOLDER, id);
      const manifest = JSON.stringify({ id });
      this.emitFile({ type: "asset", fileName: "builds/latest.json", source: manifest });
      this.emitFile({ type: "asset", fileName: `builds/meta/${id}.json`, source: manifest });
    },
  };
}
