// Compares text for people: search ignores accents and case; sorting follows the language.
import { intlTag } from "./numbers";

/** "Été" → "ete". */
export function foldAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

/** True when the text contains every word of the query, ignoring accents and case. */
export function matchesWords(text: string, query: string): boolean {
  const folded = foldAccents(text);
  return foldAccents(query)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

export function byName(locale: string): (a: string, b: string) => number {
  const collator = new Intl.Collator(intlTag(locale), { sensitivity: "base", numeric: true });
  return collator.compare;
}

/** "Marie-Ève de la Tour" → "MT": the initials of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters.map((word) => word?.[0]?.toLocaleUpperCase() ?? "").join("");
}
