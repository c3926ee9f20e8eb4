// The palette and the sheet of shortcuts, each with the words of both: they come when someone reaches for them.
import { loadWords } from "../../i18n/translate";

const WORDS = {
  "en-us": () => import("virtual:catalogue/en/palette"),
  "fr-ca": () => import("virtual:catalogue/fr/palette"),
};

export async function loadPalette() {
  const [{ Palette }] = await Promise.all([import("./Palette"), loadWords(WORDS)]);
  return Palette;
}

export async function loadSheet() {
  const [{ ShortcutSheet }] = await Promise.all([import("./ShortcutSheet"), loadWords(WORDS)]);
  return ShortcutSheet;
}
