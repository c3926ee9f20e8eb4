// The bell with its words: they come together, after the page.
import { loadWords } from "../../i18n/translate";
import { BellButton } from "./BellButton";

const WORDS = {
  "en-us": () => import("virtual:catalogue/en/bell"),
  "fr-ca": () => import("virtual:catalogue/fr/bell"),
};

export async function loadBell() {
  await loadWords(WORDS);
  return BellButton;
}
