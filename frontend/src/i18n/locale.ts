// The two languages, how one is chosen, and which one is active.
import { useSyncExternalStore } from "react";

export const LOCALES = ["en-us", "fr-ca"] as const;
export type Locale = (typeof LOCALES)[number];

const DEFAULT_LOCALE: Locale = "en-us";
const LOCALE_COOKIE = "regie_locale";
const COOKIE_LIFETIME_SECONDS = 365 * 24 * 60 * 60;

/** Each language by its own name, as a language switch must show it. */
export const LOCALE_NAMES: Record<Locale, string> = { "en-us": "English", "fr-ca": "Français" };

/** "fr", "fr-FR", "FR_ca" → fr-ca; "en-GB" → en-us; anything else is neither. */
export function matchLocale(tag: string | null | undefined): Locale | null {
  const language = (tag ?? "").toLowerCase().split(/[-_]/)[0];
  if (language === "fr") return "fr-ca";
  return language === "en" ? "en-us" : null;
}

/** The language of a URL: "/fr-ca/clients" → fr-ca; "/clients" → null. */
export function pathLocale(pathname: string): Locale | null {
  const first = pathname.split("/")[1]?.toLowerCase();
  return LOCALES.find((locale) => locale === first) ?? null;
}

export function withoutPathLocale(pathname: string): string {
  const locale = pathLocale(pathname);
  return locale ? pathname.slice(locale.length + 1) || "/" : pathname;
}

export function withPathLocale(pathname: string, locale: Locale): string {
  const rest = withoutPathLocale(pathname);
  return rest === "/" ? `/${locale}` : `/${locale}${rest}`;
}

function cookieLocale(cookies: string): Locale | null {
  const pair = cookies.split("; ").find((text) => text.startsWith(`${LOCALE_COOKIE}=`));
  const value = pair?.slice(LOCALE_COOKIE.length + 1);
  return LOCALES.find((locale) => locale === value) ?? null;
}

export function localeCookie(locale: Locale): string {
  return `${LOCALE_COOKIE}=${locale}; Max-Age=${COOKIE_LIFETIME_SECONDS}; Path=/; SameSite=Lax`;
}

type LocaleHints = { pathname: string; cookies: string; languages: readonly string[] };

/** URL, then cookie, then the browser's list, then English; a signed-in user's account takes precedence later. */
export function detectLocale({ pathname, cookies, languages }: LocaleHints): Locale {
  const preferred = languages.map(matchLocale).find((locale) => locale !== null);
  return pathLocale(pathname) ?? cookieLocale(cookies) ?? preferred ?? DEFAULT_LOCALE;
}

let active: Locale = DEFAULT_LOCALE;
const listeners = new Set<() => void>();

export function activeLocale(): Locale {
  return active;
}

/** Setting the active language again does not notify the listeners. */
export function setActiveLocale(locale: Locale): void {
  if (locale === active) return;
  active = locale;
  for (const listener of listeners) listener();
}

export function onLocaleChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLocale(): Locale {
  return useSyncExternalStore(onLocaleChange, activeLocale);
}
