// How home's figures came about: the drawings, and the words around them, for those who are told any of it.
import { loadWords } from "../../i18n/translate";
import { loadChartWords } from "../../ui/charts/loadWords";

const WORDS = {
  "en-us": () => import("virtual:catalogue/en/history"),
  "fr-ca": () => import("virtual:catalogue/fr/history"),
};

export async function loadWay() {
  const [module] = await Promise.all([import("./Way"), loadWords(WORDS)]);
  return module.Way;
}

export async function loadCharts() {
  const [module] = await Promise.all([import("./HomeCharts"), loadWords(WORDS), loadChartWords()]);
  return module.HomeCharts;
}
