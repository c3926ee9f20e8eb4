// The texts of the screens by key, so that a test works in either language.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Locale } from "./api.ts";

type Catalogue = { [key: string]: string | Catalogue };

const FOLDER = resolve(import.meta.dirname, "../../frontend/src/i18n");
const LABELS = resolve(import.meta.dirname, "../../backend/regie/core/words/labels.json");
const catalogues = new Map<Locale, Catalogue>();

/** A message with its plain placeholders replaced; an unknown key fails the test. */
export function translate(
  locale: Locale,
  key: string,
  values: Record<string, string> = {},
): string {
  let entry: string | Catalogue | undefined = readCatalogue(locale);
  for (const part of key.split(".")) entry = typeof entry === "object" ? entry[part] : undefined;
  if (typeof entry !== "string") throw new Error(`No words for ${key} in ${locale}`);
  return entry.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

function readCatalogue(locale: Locale): Catalogue {
  let catalogue = catalogues.get(locale);
  if (!catalogue) {
    const language = locale === "fr-ca" ? "fr" : "en";
    const folder = resolve(FOLDER, language);
    catalogue = readLabels(language);
    for (const file of readdirSync(folder)) {
      const noun = file.replace(".json", "");
      const messages = JSON.parse(readFileSync(resolve(folder, file), "utf8")) as Catalogue;
      catalogue[noun] = { ...(catalogue[noun] as Catalogue | undefined), ...messages };
    }
    catalogues.set(locale, catalogue);
  }
  return catalogue;
}

function readLabels(language: "en" | "fr"): Catalogue {
  const nouns = JSON.parse(readFileSync(LABELS, "utf8")) as Record<
    string,
    Record<string, { en: string; fr: string }>
  >;
  return Object.fromEntries(
    Object.entries(nouns).map(([noun, fields]) => [
      noun,
      {
        field: Object.fromEntries(
          Object.entries(fields).map(([id, label]) => [id, label[language]]),
        ),
      },
    ]),
  );
}
