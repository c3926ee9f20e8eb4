// Tests the catalogues: the same keys and placeholders in both languages, and French typography.
import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { describe, expect, it } from "vitest";
import { catalogueFaults, PARTS, readCatalogue, selectPart } from "./catalogues.ts";
import { cataloguesPlugin } from "./cataloguesPlugin.ts";
import { importedFiles, routeFile, screenParts } from "./screenParts.ts";

const CATALOGUES = join(import.meta.dirname, "../src/i18n");

describe("catalogueFaults", () => {
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

  it("reports a message that is not ICU", () => {
    expect(catalogueFaults({ a: "{n" }, { a: "x" })[0]).toMatch(/^en: a is not ICU/);
  });
});

describe("the product's catalogues", () => {
  it("have the same keys and placeholders", () => {
    expect(
      catalogueFaults(readCatalogue(`${CATALOGUES}/en`), readCatalogue(`${CATALOGUES}/fr`)),
    ).toEqual([]);
  });

  it("follow French typography", () => {
    const badlySpaced = Object.entries(readCatalogue(`${CATALOGUES}/fr`)).filter(([, text]) => {
      const plain = text
        .replace(/https?:\/\/\S+/g, "")
        .replace(/\{\w+, (?:plural|select)[^{]*/g, "");
      // Canadian French has no space before a semicolon.
      return /[^\u00a0\s\d](?::(?!\d)|\?|%)| [:?%]|[ \u00a0\u202f];|«(?!\u00a0)|(?<!\u00a0)»|'/.test(
        plain,
      );
    });
    expect(badlySpaced).toEqual([]);
  });
});

describe("every message", () => {
  const SOURCE = join(CATALOGUES, "..");

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
      .map((text) => new RegExp(`^${text.replaceAll(".", "\\.").replaceAll("*", "[\\w.-]+")}$`));
  }

  /** Labels of fields also serve files and the activity log. */
  const isLabel = (key: string) => /^\w+\.field\./.test(key);

  it("is used by a screen", () => {
    const source = readSource();
    const literals = new Set([...source.matchAll(/"(\w+(?:\.\w+)+)"/g)].map(([, key]) => key));
    const patterns = patternsIn(source);
    const isUsed = (key: string) =>
      literals.has(key) || patterns.some((pattern) => pattern.test(key));
    const keys = Object.keys(readCatalogue(`${CATALOGUES}/en`));
    expect(keys.length).toBeGreaterThan(1_000);
    expect(keys.filter((key) => !isLabel(key) && !isUsed(key))).toEqual([]);
  });
});

describe("the sign-in messages", () => {
  const SIGN_IN_FOLDERS = ["app", "features/accounts/sessions", "ui/failures", "ui/shell"];

  it("contain the texts of the sign-in screens, the shell and the failure pages", () => {
    const files = SIGN_IN_FOLDERS.flatMap((folder) =>
      globSync("**/*.{ts,tsx}", { cwd: join(CATALOGUES, "..", folder) })
        // The navigation contains names of permissions, which look like message keys; the notices of a damaged backup
        // and of a missing owner, the page of the first owner, and sample data load their own parts.
        .filter(
          (file) =>
            !/\.test\.|[nN]avigation|DamagedBackup|NoOwner|OwnerSetup|InvalidOwnerLink|SampleData/.test(
              file,
            ),
        )
        .map((file) => join(CATALOGUES, "..", folder, file)),
    );
    const messages = readCatalogue(`${CATALOGUES}/en`);
    const signIn = selectPart(messages, "sign-in");
    const candidates = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/"([a-z_]+(?:\.\w+)+)"/g)].map(([, key = ""]) => key),
    );
    const used = candidates.filter((key) => key in messages);
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((key) => !(key in signIn))).toEqual([]);
  });
});

/** Lists and tables of names of permissions. */
const PERMISSION_NAMES = /PERMISSIONS(?:: [^=]+)? = (?:\[[^\]]*\]|\{[^}]*\})/g;

describe("the messages of a screen", () => {
  const messages = readCatalogue(`${CATALOGUES}/en`);
  const parts = PARTS.map((part) => ({ part, keys: selectPart(messages, part) }));
  const partOf = (key: string) => parts.find(({ keys }) => key in keys)?.part;
  const routes = globSync("*/*.tsx", { cwd: join(CATALOGUES, "../routes") })
    .map((file) => file.slice(0, -".tsx".length))
    .filter((route) => !/\/-/.test(route));

  /** Names of permissions look like message keys; a part that loads with a component is not missing. */
  function partsUsedBy(route: string): Set<string | undefined> {
    const source = [...importedFiles(routeFile(route))]
      .filter((file) => !/navigation/i.test(file))
      .map((file) => readFileSync(file, "utf8").replace(PERMISSION_NAMES, ""))
      .join("\n");
    const keys = source.matchAll(/"([a-z_]+(?:\.\w+)+)"/g);
    const withComponents = Array.from(
      source.matchAll(/loadMessages\("([a-z-]+)"\)/g),
      ([, part = ""]) => part,
    );
    const used = Array.from(keys, ([, key = ""]) => partOf(key));
    return new Set(used.filter((part) => part && !withComponents.includes(part)));
  }

  it.each(routes)("are in the parts that %s loads", (route) => {
    const loaded = ["sign-in", "app", ...screenParts(route)];
    expect([...partsUsedBy(route)].filter((part) => part && !loaded.includes(part))).toEqual([]);
  });
});

describe("the build", () => {
  function catalogueFolder(english: object, french: object): string {
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

  const runBuild = (folder: string) =>
    build({
      root: folder,
      configFile: false,
      logLevel: "silent",
      plugins: [cataloguesPlugin(folder)],
      build: { write: false, lib: { entry: join(folder, "entry.js"), formats: ["es"] } },
    });

  it("creates a separate file per language", async () => {
    const outputs = await runBuild(catalogueFolder({ hi: "Hello" }, { hi: "Bonjour" }));
    const chunks = (Array.isArray(outputs) ? outputs : []).flatMap(({ output }) =>
      output.map((file) => (file.type === "chunk" ? file.code : "")),
    );
    expect(chunks.filter((code) => code.includes("Hello"))).toHaveLength(1);
    expect(chunks.filter((code) => code.includes("Bonjour"))).toHaveLength(1);
    expect(chunks.some((code) => code.includes("Hello") && code.includes("Bonjour"))).toBe(false);
  });

  it("fails when the languages differ", async () => {
    await expect(
      runBuild(catalogueFolder({ hi: "Hello {name}" }, { hi: "Bonjour" })),
    ).rejects.toThrow(/fr: common.hi differs in \{name\}/);
  });
});
