// Serves each language's messages as one module per part: for sign-in, for the application, and for groups of screens.
import { join } from "node:path";
import type { Plugin } from "vite";
import {
  catalogueFaults,
  compileCatalogue,
  LABELS,
  PARTS,
  readCatalogue,
  selectPart,
} from "./catalogues.ts";

const PREFIX = "virtual:catalogue/";
const LANGUAGES = ["en", "fr"];

export function cataloguesPlugin(folder: string): Plugin {
  const languageFolder = (language: string) => join(folder, language);
  return {
    name: "regie-catalogues",
    buildStart() {
      const faults = catalogueFaults(
        readCatalogue(languageFolder("en")),
        readCatalogue(languageFolder("fr")),
      );
      if (faults.length) this.error(`The words do not match:\n  ${faults.join("\n  ")}`);
    },
    resolveId(id) {
      return id.startsWith(PREFIX) ? `\0${id}` : undefined;
    },
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const [language = "", partName] = id.slice(PREFIX.length + 1).split("/");
      const part = PARTS.find((one) => one === partName);
      if (!part || !LANGUAGES.includes(language)) return undefined;
      this.addWatchFile(LABELS);
      return compileCatalogue(selectPart(readCatalogue(languageFolder(language)), part));
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(folder) && file !== LABELS) return;
      for (const name of LANGUAGES.flatMap((one) => PARTS.map((part) => `${one}/${part}`))) {
        const module = server.moduleGraph.getModuleById(`\0${PREFIX}${name}`);
        if (module) server.moduleGraph.invalidateModule(module);
      }
      server.ws.send({ type: "full-reload" });
    },
  };
}
