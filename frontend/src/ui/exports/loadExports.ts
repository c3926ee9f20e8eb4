// What is behind the export of a list, with its words: they come together, when someone asks for it.
import type { QueryClient } from "@tanstack/react-query";
import { loadWords } from "../../i18n/translate";

const WORDS = {
  "en-us": () => import("virtual:catalogue/en/exports"),
  "fr-ca": () => import("virtual:catalogue/fr/exports"),
};

export async function loadOwnExports() {
  const [module] = await Promise.all([import("./OwnExports"), loadWords(WORDS)]);
  return module.OwnExports;
}

/** For the files that this tab waited for before it was reloaded, on whichever page it is now. */
export async function followFromHere(client: QueryClient): Promise<void> {
  const [module] = await Promise.all([import("./following"), loadWords(WORDS)]);
  module.followExports(client);
}

export async function loadPanel() {
  const [module] = await Promise.all([import("./ExportPanel"), loadWords(WORDS)]);
  return module.ExportPanel;
}
