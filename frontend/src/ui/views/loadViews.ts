// The panel of saved views with its words: they come together, when someone reaches for it.
import { loadWords } from "../../i18n/translate";

const WORDS = {
  "en-us": () => import("virtual:catalogue/en/views"),
  "fr-ca": () => import("virtual:catalogue/fr/views"),
};

export async function loadViews() {
  const [module] = await Promise.all([import("./ViewsPanel"), loadWords(WORDS)]);
  return module.ViewsPanel;
}
