// What can be done with the rows that are picked, with its words: they come with the first one.
import { loadWords } from "../../i18n/translate";

const WORDS = {
  "en-us": () => import("virtual:catalogue/en/selection"),
  "fr-ca": () => import("virtual:catalogue/fr/selection"),
};

export async function loadBar() {
  const [module] = await Promise.all([import("./SelectionBar"), loadWords(WORDS)]);
  return module.SelectionBar;
}
