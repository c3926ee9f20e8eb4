// Holds the words to each other: the same keys and placeholders in both languages, and French typography.
import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { describe, expect, it } from "vitest";
import { catalogueFaults, partOf, readCatalogue } from "./catalogues.ts";
import { cataloguesPlugin } from "./cataloguesPlugin.ts";

const WORDS = join(import.meta.dirname, "../src/i18n");

describe("faults", () => {
  it.each([
    [{ a: "x" }, {}, "fr: a is missing"],
    [{}, { a: "x" }, "fr: a is not in the English words"],
    [{ a: "{name}" }, { a: "{nom}" }, "fr: a differs in {name}, {nom}"],
    [{ a: "{n, number}" }, { a: "{n}" }, "fr: a differs in {n, number}, {n}"],
    [{ a: "<0>x</0>" }, { a: "x" }, "fr: a differs in {<0>}, {</0>}"],
    [{ a: " " }, { a: "x" }, "en: a is empty"],
    [
      { a: "{n, plural, one {#} other {#}}" },
      { a: "{n, plural, one {#} other {#}}" },
      "fr: a lacks plural many",
    ],
  ])("%j against %j", (english, french, fault) => {
    expect(catalogueFaults(english, french)).toContain(fault);
  });

  it("names a message that is not ICU", () => {
    expect(catalogueFaults({ a: "{n" }, { a: "x" })[0]).toMatch(/^en: a is not ICU/);
  });
});

describe("the product's words", () => {
  it("match", () => {
    expect(catalogueFaults(readCatalogue(`${WORDS}/en`), readCatalogue(`${WORDS}/fr`))).toEqual([]);
  });

  it("follow French typography", () => {
    const careless = Object.entries(readCatalogue(`${WORDS}/fr`)).filter(([, text]) => {
      const plain = text
        .replace(/https?:\/\/\S+/g, "")
        .replace(/\{\w+, (?:plural|select)[^{]*/g, "");
      // Canadian French has no space at all before a semicolon.
      return /[^\u00a0\s\d](?::(?!\d)|\?|%)| [:?%]|[ \u00a0\u202f];|«(?!\u00a0)|(?<!\u00a0)»|'/.test(
        plain,
      );
    });
    expect(careless).toEqual([]);
  });
});

describe("every message", () => {
  const SOURCE = join(WORDS, "..");

  function readSource(): string {
    return globSync("**/*.{ts,tsx}", { cwd: SOURCE })
      .filter((file) => !/\.test\.|\.gen\.|^testing/.test(file))
      .map((file) => readFileSync(join(SOURCE, file), "utf8"))
      .join("\n");
  }

  /** `home.${name}.title` uses every key that fits it. */
  function patternsIn(source: string): RegExp[] {
    const templates = [...source.matchAll(/`((?:[\w.]|\$\{[^`{}]*\})+)`/g)].map(([, text = ""]) =>
      text.replace(/\$\{[^}]*\}/g, "*"),
    );
    return [...new Set(templates)]
      .filter((text) => /^\w+\.|\*\.\w/.test(text))
      .map((text) => new RegExp(`^${text.replaceAll(".", "\\.").replaceAll("*", "[\\w.]+")}$`));
  }

  /** Labels of fields serve files and the activity log as well. */
  const isLabel = (key: string) => /^\w+\.field\./.test(key);

  it("is used by a screen", () => {
    const source = readSource();
    const literals = new Set([...source.matchAll(/"(\w+(?:\.\w+)+)"/g)].map(([, key]) => key));
    const patterns = patternsIn(source);
    const isUsed = (key: string) => literals.has(key) || patterns.some((one) => one.test(key));
    const keys = Object.keys(readCatalogue(`${WORDS}/en`));
    expect(keys.length).toBeGreaterThan(1_000);
    expect(keys.filter((key) => !isLabel(key) && !isUsed(key))).toEqual([]);
  });
});

describe("the sign-in messages", () => {
  const SIGN_IN_FOLDERS = ["app", "features/accounts/sessions", "ui/failures", "ui/shell"];

  it("cover the sign-in screens, the shell and the failure pages", () => {
    const files = SIGN_IN_FOLDERS.flatMap((folder) =>
      globSync("**/*.{ts,tsx}", { cwd: join(WORDS, "..", folder) })
        // The navigation names permissions, which look like words.
        .filter((file) => !/\.test\.|navigation/.test(file))
        .map((file) => join(WORDS, "..", folder, file)),
    );
    const messages = readCatalogue(`${WORDS}/en`);
    const signIn = partOf(messages, "sign-in");
    const said = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/"([a-z_]+(?:\.\w+)+)"/g)].map(([, key = ""]) => key),
    );
    const known = said.filter((key) => key in messages);
    expect(known.length).toBeGreaterThan(50);
    expect(known.filter((key) => !(key in signIn))).toEqual([]);
  });
});

describe("the build", () => {
  function wordsFolder(english: object, french: object): string {
    const folder = mkdtempSync(join(tmpdir(), "regie-words-"));
    for (const [language, words] of Object.entries({ en: english, fr: french })) {
      mkdirSync(join(folder, language));
      writeFileSync(join(folder, language, "common.json"), JSON.stringify(words));
    }
    writeFileSync(
      join(folder, "entry.js"),
      'export const load = { en: () => import("virtual:catalogue/en/sign-in"), fr: () => import("virtual:catalogue/fr/sign-in") };',
    );
    return folder;
  }

  const run = (folder: string) =>
    build({
      root: folder,
      configFile: false,
      logLevel: "silent",
      plugins: [cataloguesPlugin(folder)],
      build: { write: false, lib: { entry: join(folder, "entry.js"), formats: ["es"] } },
    });

  it("gives each language a file of its own", async () => {
    const outputs = await run(wordsFolder({ hi: "Hello" }, { hi: "Bonjour" }));
    const chunks = (Array.isArray(outputs) ? outputs : []).flatMap(({ output }) =>
      output.map((file) => (file.type === "chunk" ? file.code : "")),
    );
    expect(chunks.filter((code) => code.includes("Hello"))).toHaveLength(1);
    expect(chunks.filter((code) => code.includes("Bonjour"))).toHaveLength(1);
    expect(chunks.some((code) => code.includes("Hello") && code.includes("Bonjour"))).toBe(false);
  });

  it("fails when the languages drift apart", async () => {
    await expect(run(wordsFolder({ hi: "Hello {name}" }, { hi: "Bonjour" }))).rejects.toThrow(
      /fr: common.hi differs in \{name\}/,
    );
  });
});
