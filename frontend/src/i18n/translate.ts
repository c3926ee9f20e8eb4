// Translates messages: loads one language at a time and switches without a reload.
import { i18n } from "@lingui/core";
import { useCallback } from "react";
import { intlTag } from "../lib/numbers";
import type { MessageKey } from "./keys";
import { activeLocale, type Locale, localeCookie, setActiveLocale, useLocale } from "./locale";

export type MessageValues = Record<string, string | number>;
export type Translate = (key: MessageKey, values?: MessageValues) => string;

/** Every screen loads `sign-in`, signed-in ones `app`; a route names the others in `staticData.messages`. */
type Part = "sign-in" | "app" | ScreenPart;
type ScreenPart =
  | "account"
  | "administration"
  | "choices"
  | "client"
  | "dashboard"
  | "dialogs"
  | "figures"
  | "history"
  | "home"
  | "hours"
  | "log"
  | "margin"
  | "overages"
  | "personal"
  | "profile"
  | "proposals"
  | "receivables"
  | "reports"
  | "retainers"
  | "sales"
  | "settings"
  | "states"
  | "targets"
  | "terms";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    messages?: readonly ScreenPart[];
  }
}

const CATALOGUES = {
  "en-us": {
    "sign-in": () => import("virtual:catalogue/en/sign-in"),
    app: () => import("virtual:catalogue/en/app"),
    account: () => import("virtual:catalogue/en/account"),
    administration: () => import("virtual:catalogue/en/administration"),
    choices: () => import("virtual:catalogue/en/choices"),
    client: () => import("virtual:catalogue/en/client"),
    dashboard: () => import("virtual:catalogue/en/dashboard"),
    dialogs: () => import("virtual:catalogue/en/dialogs"),
    figures: () => import("virtual:catalogue/en/figures"),
    history: () => import("virtual:catalogue/en/history"),
    home: () => import("virtual:catalogue/en/home"),
    hours: () => import("virtual:catalogue/en/hours"),
    log: () => import("virtual:catalogue/en/log"),
    margin: () => import("virtual:catalogue/en/margin"),
    targets: () => import("virtual:catalogue/en/targets"),
    overages: () => import("virtual:catalogue/en/overages"),
    personal: () => import("virtual:catalogue/en/personal"),
    profile: () => import("virtual:catalogue/en/profile"),
    proposals: () => import("virtual:catalogue/en/proposals"),
    receivables: () => import("virtual:catalogue/en/receivables"),
    reports: () => import("virtual:catalogue/en/reports"),
    retainers: () => import("virtual:catalogue/en/retainers"),
    sales: () => import("virtual:catalogue/en/sales"),
    settings: () => import("virtual:catalogue/en/settings"),
    states: () => import("virtual:catalogue/en/states"),
    terms: () => import("virtual:catalogue/en/terms"),
  },
  "fr-ca": {
    "sign-in": () => import("virtual:catalogue/fr/sign-in"),
    app: () => import("virtual:catalogue/fr/app"),
    account: () => import("virtual:catalogue/fr/account"),
    administration: () => import("virtual:catalogue/fr/administration"),
    choices: () => import("virtual:catalogue/fr/choices"),
    client: () => import("virtual:catalogue/fr/client"),
    dashboard: () => import("virtual:catalogue/fr/dashboard"),
    dialogs: () => import("virtual:catalogue/fr/dialogs"),
    figures: () => import("virtual:catalogue/fr/figures"),
    history: () => import("virtual:catalogue/fr/history"),
    home: () => import("virtual:catalogue/fr/home"),
    hours: () => import("virtual:catalogue/fr/hours"),
    log: () => import("virtual:catalogue/fr/log"),
    margin: () => import("virtual:catalogue/fr/margin"),
    targets: () => import("virtual:catalogue/fr/targets"),
    overages: () => import("virtual:catalogue/fr/overages"),
    personal: () => import("virtual:catalogue/fr/personal"),
    profile: () => import("virtual:catalogue/fr/profile"),
    proposals: () => import("virtual:catalogue/fr/proposals"),
    receivables: () => import("virtual:catalogue/fr/receivables"),
    reports: () => import("virtual:catalogue/fr/reports"),
    retainers: () => import("virtual:catalogue/fr/retainers"),
    sales: () => import("virtual:catalogue/fr/sales"),
    settings: () => import("virtual:catalogue/fr/settings"),
    states: () => import("virtual:catalogue/fr/states"),
    terms: () => import("virtual:catalogue/fr/terms"),
  },
};

let requestedLocale = activeLocale();
/** The parts requested so far: a change of locale loads them in the other language. */
const requestedParts = new Map<Part, Promise<void>>([["sign-in", Promise.resolve()]]);

async function showLocale(locale: Locale): Promise<void> {
  const parts = [...requestedParts.keys()];
  const modules = await Promise.all(parts.map((part) => CATALOGUES[locale][part]()));
  for (const { messages } of modules) i18n.load(intlTag(locale), messages);
  // The locale changed again while its messages loaded: the later request wins.
  if (locale !== requestedLocale) return;
  // Messages and `lang` change together, so that a screen reader never reads one language as the other.
  document.documentElement.lang = intlTag(locale);
  i18n.activate(intlTag(locale));
  setActiveLocale(locale);
}

/** Loads a locale's messages and makes it active. */
export async function activateLocale(locale: Locale): Promise<void> {
  requestedLocale = locale;
  await showLocale(locale);
}

export async function loadMessages(...parts: Exclude<Part, "sign-in">[]): Promise<void> {
  const missing = parts.filter((part) => !requestedParts.has(part));
  if (missing.length) {
    const loading = Promise.resolve().then(() => showLocale(requestedLocale));
    for (const part of missing) requestedParts.set(part, loading);
  }
  await Promise.all(parts.map(async (part) => requestedParts.get(part)));
}

/** Activates a language that the user chose, and stores it in a cookie. */
export async function chooseLocale(locale: Locale): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
  document.cookie = localeCookie(locale);
  await activateLocale(locale);
}

export function isMessage(key: string): key is MessageKey {
  return key in i18n.messages;
}

/** Translates a key. A key that ends in a value which only a newer server knows is shown as that value. */
export function translate(key: MessageKey, values?: MessageValues): string {
  return isMessage(key) ? i18n._(key, values) : lastPart(key);
}

const lastPart = (key: string) => key.slice(key.lastIndexOf(".") + 1);

/** `translate` for components, which re-render when the language changes. */
export function useTranslate(): Translate {
  const locale = useLocale();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new language must give a new function.
  return useCallback<Translate>((key, values) => translate(key, values), [locale]);
}
