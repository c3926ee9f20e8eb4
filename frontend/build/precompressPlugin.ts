// Compresses what the server sends once, at build time, as well as can be.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(?:js|css|svg|json|html)$/;
const WORTH_IT_BYTES = 1_024;

export function precompressPlugin(): Plugin {
  return {
    name: "regie-precompress",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          const bytes = Buffer.from(file.type === "chunk" ? file.code : file.source);
          // The page itself is completed by the server, so it cannot be compressed ahead.
          if (!TEXT.test(fileName) || fileName === "index.html" || bytes.length < WORTH_IT_BYTES)
            continue;
          const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
          this.emitFile({
            type: "asset",
            fileName: `${fileName}.br`,
            source: brotliCompressSync(bytes, best),
          });
          this.emitFile({
            type: "asset",
            fileName: `${fileName}.gz`,
            source: gzipSync(bytes, { level: 9 }),
          });
        }
      },
    },
  };
}
