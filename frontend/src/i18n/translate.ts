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

function loadMore(words: typeof OTHER_WORDS): Promise<void> {
  const loading = asked.get(words) ?? Promise.resolve().then(() => speak(wanted));
  asked.set(words, loading);
  return loading;
}

/** The words of the signed-in screens: signing in needs few of them, and does not wait for the rest. */
export function loadAllWords(): Promise<void> {
  return loadMore(OTHER_WORDS);
}

/** The words of what few people open, and nobody first: the log. */
export function loadRareWords(): Promise<void> {
  return loadMore(RARE_WORDS);
}

/** The words of one's own account. */
export async function loadAccountWords(): Promise<void> {
  await Promise.all([loadMore(RARE_WORDS), loadMore(ACCOUNT_WORDS)]);
}

/** The words of what administrators do about people and the organization. */
export function loadAdministrationWords(): Promise<void> {
  return loadMore(ADMINISTRATION_WORDS);
}

/** The words of what administrators do about the outside services. */
export function loadOutsideWords(): Promise<void> {
  return loadMore(OUTSIDE_WORDS);
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
