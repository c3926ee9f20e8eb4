// The words on the screens, by key, so that one test reads both languages.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Locale } from "./session.ts";

type Catalogue = { [key: string]: string | Catalogue };

const FOLDER = resolve(import.meta.dirname, "../../frontend/src/i18n");
const catalogues = new Map<Locale, Catalogue>();

/** A message with its plain placeholders filled; an unknown key fails the test. */
export function say(locale: Locale, key: string, values: Record<string, string> = {}): string {
  let found: string | Catalogue | undefined = catalogueOf(locale);
  for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
  if (typeof found !== "string") throw new Error(`No words for ${key} in ${locale}`);
  return found.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

function catalogueOf(locale: Locale): Catalogue {
  let catalogue = catalogues.get(locale);
  if (!catalogue) {
    const folder = resolve(FOLDER, locale === "fr-ca" ? "fr" : "en");
    catalogue = Object.fromEntries(
      readdirSync(folder).map((file) => [
        file.replace(".json", ""),
        JSON.parse(readFileSync(resolve(folder, file), "utf8")) as Catalogue,
      ]),
    );
    catalogues.set(locale, catalogue);
  }
  return catalogue;
}
