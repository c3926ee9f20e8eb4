// What there is about saved views, with its words: it comes when someone reaches for it, or opens one.
import { loadWords } from "../../i18n/translate";

const WORDS = {
  "en-us": () => import("virtual:catalogue/en/views"),
  "fr-ca": () => import("virtual:catalogue/fr/views"),
};

export async function loadViews() {
  const [module] = await Promise.all([import("./ViewsPanel"), loadWords(WORDS)]);
  return module.ViewsPanel;
}

export async function loadViewBar() {
  const [module] = await Promise.all([import("./ViewBar"), loadWords(WORDS)]);
  return module.ViewBar;
}
