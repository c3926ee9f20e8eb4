// The import of a file with its words: they come together, when someone reaches for it.
import { loadWords } from "../../i18n/translate";

const WORDS = {
  "en-us": () => import("virtual:catalogue/en/imports"),
  "fr-ca": () => import("virtual:catalogue/fr/imports"),
};

export async function loadImport() {
  const [module] = await Promise.all([import("./ImportPage"), loadWords(WORDS)]);
  return module.ImportPage;
}
