// Serves each language's words as a few modules: a browser downloads only the language it shows, before someone is
// signed in only the words for that, and the words of rarer screens with these.
import { join } from "node:path";
import type { Plugin } from "vite";
import { catalogueFaults, compileCatalogue, PARTS, partOf, readCatalogue } from "./catalogues.ts";

const PREFIX = "virtual:catalogue/";
const LANGUAGES = ["en", "fr"];

export function cataloguesPlugin(folder: string): Plugin {
  const folderOf = (language: string) => join(folder, language);
  return {
    name: "regie-catalogues",
    buildStart() {
      const faults = catalogueFaults(readCatalogue(folderOf("en")), readCatalogue(folderOf("fr")));
      if (faults.length) this.error(`The words do not match:\n  ${faults.join("\n  ")}`);
    },
    resolveId(id) {
      return id.startsWith(PREFIX) ? `\0${id}` : undefined;
    },
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const [language = "", wanted] = id.slice(PREFIX.length + 1).split("/");
      const part = PARTS.find((one) => one === wanted);
      if (!part || !LANGUAGES.includes(language)) return undefined;
      return compileCatalogue(partOf(readCatalogue(folderOf(language)), part));
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(folder)) return;
      for (const name of LANGUAGES.flatMap((one) => PARTS.map((part) => `${one}/${part}`))) {
        const module = server.moduleGraph.getModuleById(`\0${PREFIX}${name}`);
        if (module) server.moduleGraph.invalidateModule(module);
      }
      server.ws.send({ type: "full-reload" });
    },
  };
}
