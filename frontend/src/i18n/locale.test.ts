// Tests the choice of language: URL, cookie, the browser's list, English.
import { i18n } from "@lingui/core";
import { describe, expect, it } from "vitest";
import {
  detectLocale,
  localeCookie,
  matchLocale,
  onLocaleChange,
  pathLocale,
  withoutPathLocale,
  withPathLocale,
} from "./locale";
import { activateLocale, chooseLocale, loadMessages, translate } from "./translate";

describe("detection", () => {
  it.each([
    ["/", "", [], "en-us"],
    ["/", "", ["fr"], "fr-ca"],
    ["/", "", ["fr-FR", "en"], "fr-ca"],
    ["/", "", ["de", "es-MX"], "en-us"],
    ["/", "", ["de", "fr-CA", "en"], "fr-ca"],
    ["/", "", ["en-GB", "fr"], "en-us"],
    ["/", "a=b; regie_locale=fr-ca", ["en-US"], "fr-ca"],
    ["/", "regie_locale=en-us", ["fr"], "en-us"],
    ["/", "regie_locale=de", ["fr"], "fr-ca"],
    ["/fr-ca/clients", "regie_locale=en-us", ["en"], "fr-ca"],
    ["/EN-US", "regie_locale=fr-ca", ["fr"], "en-us"],
    ["/fr/clients", "", ["en"], "en-us"],
  ])("%s, cookie %j, browser %j → %s", (pathname, cookies, languages, locale) => {
    expect(detectLocale({ pathname, cookies, languages })).toBe(locale);
  });

  it.each([
    ["FR_ca", "fr-ca"],
    ["en", "en-us"],
    ["frr", null],
    ["", null],
    [undefined, null],
  ])("matches %j to %s", (tag, locale) => {
    expect(matchLocale(tag)).toBe(locale);
  });
});

describe("the language of a URL", () => {
  it.each([
    ["/fr-ca", "fr-ca", "/"],
    ["/fr-ca/", "fr-ca", "/"],
    ["/en-us/clients/1/view", "en-us", "/clients/1/view"],
    ["/clients", null, "/clients"],
    ["/fr-cab", null, "/fr-cab"],
  ])("reads and removes the prefix of %s", (pathname, locale, rest) => {
    expect(pathLocale(pathname)).toBe(locale);
    expect(withoutPathLocale(pathname)).toBe(rest);
  });

  it("changes the prefix", () => {
    expect(withPathLocale("/", "fr-ca")).toBe("/fr-ca");
    expect(withPathLocale("/en-us/clients", "fr-ca")).toBe("/fr-ca/clients");
  });
});

describe("the active language", () => {
  it("stores the choice for 365 days in a Lax cookie", () => {
    expect(localeCookie("fr-ca")).toBe(
      "regie_locale=fr-ca; Max-Age=31536000; Path=/; SameSite=Lax",
    );
  });

  it("changes texts and lang, and stores only a choice", async () => {
    await activateLocale("fr-ca");
    expect(document.documentElement.lang).toBe("fr-CA");
    expect(translate("common.save")).toBe("Enregistrer");
    expect(document.cookie).toBe("");
    await chooseLocale("en-us");
    expect(document.documentElement.lang).toBe("en-US");
    expect(document.cookie).toBe("regie_locale=en-us");
  });

  it("never shows texts of one language under the lang of the other", async () => {
    const states: string[] = [];
    const record = () => {
      states.push(`${document.documentElement.lang} ${translate("common.save")}`);
    };
    const unsubscribe = [onLocaleChange(record), i18n.on("change", record)];
    // A second request while the first is loading; then more messages of the active language.
    await Promise.all([activateLocale("fr-ca"), activateLocale("en-us"), activateLocale("fr-ca")]);
    await loadMessages("app");
    await activateLocale("en-us");
    for (const unsubscribeOne of unsubscribe) unsubscribeOne();
    expect(states.length).toBeGreaterThan(3);
    expect(new Set(states)).toEqual(new Set(["fr-CA Enregistrer", "en-US Save"]));
  });

  it("notifies listeners of another language, not of more messages", async () => {
    await activateLocale("fr-ca");
    const states: string[] = [];
    const unsubscribe = onLocaleChange(() => states.push(document.documentElement.lang));
    await loadMessages("account");
    await activateLocale("fr-ca");
    expect(states).toEqual([]);
    await activateLocale("en-us");
    unsubscribe();
    expect(states).toEqual(["en-US"]);
  });

  it.each([
    [0, "0 seconde"],
    [1, "1 seconde"],
    [2, "2 secondes"],
    [1_000_000, "1\u00a0000\u00a0000 de secondes"],
  ])("uses the French plural form for %i", async (count, text) => {
    await activateLocale("fr-ca");
    expect(translate("login.wait.seconds", { seconds: count })).toBe(text);
    await activateLocale("en-us");
  });
});
