// Words in the page's language: loaded one language at a time, switched without a reload.
import { i18n } from "@lingui/core";
import { useCallback } from "react";
import { intlTag } from "../lib/numbers";
import type { MessageKey } from "./keys";
import { activeLocale, type Locale, localeCookie, setActiveLocale, useLocale } from "./locale";

export type MessageValues = Record<string, string | number>;
export type Translate = (key: MessageKey, values?: MessageValues) => string;

type Part = () => Promise<typeof import("virtual:catalogue/en/first")>;

const FIRST_WORDS: Record<Locale, Part> = {
  "en-us": () => import("virtual:catalogue/en/first"),
  "fr-ca": () => import("virtual:catalogue/fr/first"),
};
const OTHER_WORDS: Record<Locale, Part> = {
  "en-us": () => import("virtual:catalogue/en/rest"),
  "fr-ca": () => import("virtual:catalogue/fr/rest"),
};
const RARE_WORDS: Record<Locale, Part> = {
  "en-us": () => import("virtual:catalogue/en/rare"),
  "fr-ca": () => import("virtual:catalogue/fr/rare"),
};

const ACCOUNT_WORDS: Record<Locale, Part> = {
  "en-us": () => import("virtual:catalogue/en/account"),
  "fr-ca": () => import("virtual:catalogue/fr/account"),
};
const ADMINISTRATION_WORDS: Record<Locale, Part> = {
  "en-us": () => import("virtual:catalogue/en/administration"),
  "fr-ca": () => import("virtual:catalogue/fr/administration"),
};
const OUTSIDE_WORDS: Record<Locale, Part> = {
  "en-us": () => import("virtual:catalogue/en/outside"),
  "fr-ca": () => import("virtual:catalogue/fr/outside"),
};
const WORK_WORDS: Record<Locale, Part> = {
  "en-us": () => import("virtual:catalogue/en/work"),
  "fr-ca": () => import("virtual:catalogue/fr/work"),
};
const CULTURE_WORDS: Record<Locale, Part> = {
  "en-us": () => import("virtual:catalogue/en/culture"),
  "fr-ca": () => import("virtual:catalogue/fr/culture"),
};

const TEAM_WORDS: Record<Locale, Part> = {
  "en-us": () => import("virtual:catalogue/en/teams"),
  "fr-ca": () => import("virtual:catalogue/fr/teams"),
};

let wanted = activeLocale();
/** What the page speaks beyond its first words: a switch of language brings as much of the other one. */
const asked = new Map<typeof OTHER_WORDS, Promise<void>>();

async function speak(locale: Locale): Promise<void> {
  const parts = [FIRST_WORDS, ...asked.keys()];
  const loaded = await Promise.all(parts.map((part) => part[locale]()));
  for (const { messages } of loaded) i18n.load(intlTag(locale), messages);
  // Whoever switched again meanwhile gets what they chose last.
  if (locale !== wanted) return;
  // All at once: words of one language are never shown under the `lang` of the other.
  document.documentElement.lang = intlTag(locale);
  i18n.activate(intlTag(locale));
  setActiveLocale(locale);
}

/** Makes the page speak a language: its words and its `lang`. */
export async function activateLocale(locale: Locale): Promise<void> {
  wanted = locale;
  await speak(locale);
}

/** The words that a part of the product brings along, in both languages. */
export function loadWords(words: typeof OTHER_WORDS): Promise<void> {
  const loading = asked.get(words) ?? Promise.resolve().then(() => speak(wanted));
  asked.set(words, loading);
  return loading;
}

/** The words of the signed-in screens: signing in needs few of them, and does not wait for the rest. */
export function loadAllWords(): Promise<void> {
  return loadWords(OTHER_WORDS);
}

/** The words of what few people open, and nobody first: the log. */
export function loadRareWords(): Promise<void> {
  return loadWords(RARE_WORDS);
}

/** The words of one's own account. */
export async function loadAccountWords(): Promise<void> {
  await Promise.all([loadWords(RARE_WORDS), loadWords(ACCOUNT_WORDS)]);
}

/** The words of what administrators do about people and the organization. */
export function loadAdministrationWords(): Promise<void> {
  return loadWords(ADMINISTRATION_WORDS);
}

/** The words of what administrators do about the outside services. */
export function loadOutsideWords(): Promise<void> {
  return loadWords(OUTSIDE_WORDS);
}

/** The words of what is done with projects beside their own fields: hours, payments, files, losses, extras. */
export function loadWorkWords(): Promise<void> {
  return loadWords(WORK_WORDS);
}

/** The words of what the agency stands for, of what people give each other for it, and of their goals. */
export function loadCultureWords(): Promise<void> {
  return loadWords(CULTURE_WORDS);
}

/** The words of teams and of the people in them. */
export function loadTeamWords(): Promise<void> {
  return loadWords(TEAM_WORDS);
}

/** A language that someone chose, rather than one that was guessed: the cookie remembers it. */
export async function chooseLocale(locale: Locale): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
  document.cookie = localeCookie(locale);
  await activateLocale(locale);
}

export function translate(key: MessageKey, values?: MessageValues): string {
  return i18n._(key, values);
}

/** Like `translate`, for components: they are drawn again when the language changes. */
export function useTranslate(): Translate {
  const locale = useLocale();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new language must give a new function.
  return useCallback<Translate>((key, values) => translate(key, values), [locale]);
}
