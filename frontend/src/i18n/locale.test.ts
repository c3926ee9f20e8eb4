// Holds the choice of language to its order: address, cookie, the browser's list, English.
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
  ])("%j is %s", (tag, locale) => {
    expect(matchLocale(tag)).toBe(locale);
  });
});

describe("the address", () => {
  it.each([
    ["/fr-ca", "fr-ca", "/"],
    ["/fr-ca/", "fr-ca", "/"],
    ["/en-us/clients/1/view", "en-us", "/clients/1/view"],
    ["/clients", null, "/clients"],
    ["/fr-cab", null, "/fr-cab"],
  ])("%s", (pathname, locale, bare) => {
    expect(pathLocale(pathname)).toBe(locale);
    expect(withoutPathLocale(pathname)).toBe(bare);
  });

  it("changes its language", () => {
    expect(withPathLocale("/", "fr-ca")).toBe("/fr-ca");
    expect(withPathLocale("/en-us/clients", "fr-ca")).toBe("/fr-ca/clients");
  });
});

describe("speaking a language", () => {
  it("keeps the choice for 365 days, Lax", () => {
    expect(localeCookie("fr-ca")).toBe(
      "regie_locale=fr-ca; Max-Age=31536000; Path=/; SameSite=Lax",
    );
  });

  it("changes words and lang; only a choice is remembered", async () => {
    await activateLocale("fr-ca");
    expect(document.documentElement.lang).toBe("fr-CA");
    expect(translate("common.save")).toBe("Enregistrer");
    expect(document.cookie).toBe("");
    await chooseLocale("en-us");
    expect(document.documentElement.lang).toBe("en-US");
    expect(document.cookie).toBe("regie_locale=en-us");
  });

  it("never shows the words of one language under the lang of the other", async () => {
    const seen: string[] = [];
    const look = () => {
      seen.push(`${document.documentElement.lang} ${translate("common.save")}`);
    };
    const forget = [onLocaleChange(look), i18n.on("change", look)];
    // A second choice while the first is still on its way; then more words of the language that is spoken.
    await Promise.all([activateLocale("fr-ca"), activateLocale("en-us"), activateLocale("fr-ca")]);
    await loadMessages("app");
    await activateLocale("en-us");
    for (const stop of forget) stop();
    expect(seen.length).toBeGreaterThan(3);
    expect(new Set(seen)).toEqual(new Set(["fr-CA Enregistrer", "en-US Save"]));
  });

  it("tells of another language alone: more words of this one make nobody ask again", async () => {
    await activateLocale("fr-ca");
    const seen: string[] = [];
    const forget = onLocaleChange(() => seen.push(document.documentElement.lang));
    await loadMessages("settings");
    await activateLocale("fr-ca");
    expect(seen).toEqual([]);
    await activateLocale("en-us");
    forget();
    expect(seen).toEqual(["en-US"]);
  });

  it.each([
    [0, "0 jour de retard"],
    [1, "1 jour de retard"],
    [2, "2 jours de retard"],
    [1_000_000, "1\u00a0000\u00a0000 de jours de retard"],
  ])("counts %i in French", async (count, text) => {
    await activateLocale("fr-ca");
    expect(translate("common.days_overdue", { count })).toBe(text);
    await activateLocale("en-us");
  });
});
