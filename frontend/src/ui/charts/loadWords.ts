// The words around charts: a part of a screen that draws one brings them along.
import { loadWords } from "../../i18n/translate";

const WORDS = {
  "en-us": () => import("virtual:catalogue/en/charts"),
  "fr-ca": () => import("virtual:catalogue/fr/charts"),
};

export function loadChartWords(): Promise<void> {
  return loadWords(WORDS);
}
