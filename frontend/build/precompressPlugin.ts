// Compresses static files once, at build time, at the highest level.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(?:js|css|svg|json|html)$/;
const MIN_BYTES = 1_024;

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
          // The server completes the page, so it cannot be compressed in advance.
          if (!TEXT.test(fileName) || fileName === "index.html" || bytes.length < MIN_BYTES)
            continue;
          const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
          this.emitFile({
            type: "asset",
            fileName: `${fileName}.br`,
            source: brotliCompressSync(bytes, brotliOptions),
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
