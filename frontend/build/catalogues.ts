// Reads, compares and compiles the words of both languages, so that no screen can ship half translated.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CompiledMessage, compileMessageOrThrow } from "@lingui/message-utils/compileMessage";

export type Catalogue = Record<string, string>;
type Nested = { [key: string]: string | Nested };

/** The plural forms each language tells apart; a message must word them all. */
const PLURAL_FORMS: Record<string, readonly string[]> = {
  en: ["one", "other"],
  fr: ["one", "many", "other"],
};

function flatten(nested: Nested, prefix: string, into: Catalogue): Catalogue {
  for (const [key, value] of Object.entries(nested)) {
    const path = prefix ? `${prefix}.${key}` : key;
    if (typeof value === "string") into[path] = value;
    else flatten(value, path, into);
  }
  return into;
}

/** One language's words from its folder; a file's name is the first segment of its keys. */
export function readCatalogue(folder: string): Catalogue {
  const catalogue: Catalogue = {};
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  for (const name of files.sort()) {
    const nested = JSON.parse(readFileSync(join(folder, name), "utf8")) as Nested;
    flatten(nested, name.slice(0, -".json".length), catalogue);
  }
  return catalogue;
}

/** What the screens before sign-in, the messages and the failures need; everything else comes with the signed-in screens. */
const FIRST_WORDS: readonly string[] = [
  "common",
  "errors",
  "login",
  "shell",
  "stores",
  "validation",
];

/** The sidebar's: it is there for those who have signed in. */
const SIDEBAR_WORDS = "shell.nav.";

/** What the log needs, wherever it is shown: nobody else waits for it. */
const RARE_WORDS: readonly string[] = ["activity"];

/** What administrators do about people and the organization. */
const ADMINISTRATION_WORDS: readonly string[] = [
  "enum_options",
  "exchange_rates",
  "organization",
  "users",
];

/** One's own account, and what a person may do. */
const ACCOUNT_WORDS: readonly string[] = ["access", "profile"];

/** The outside services: their connections, and what belongs together among their records. */
const OUTSIDE_WORDS: readonly string[] = ["connections", "matching"];

/** What is done with projects beside their own fields: hours, payments, files, losses, extras, and what is owed. */
const WORK_WORDS: readonly string[] = [
  "attachments",
  "churns",
  "oos_sales",
  "payments",
  "receivables",
  "retainers",
  "statistics",
];

/** How MRR moved and why it was lost: the analysis on its own screen, and on the dashboards. */
const CHURN_WORDS: readonly string[] = ["churns.analysis.", "churns.movements."];

/** What the agency stands for, what people give each other for it, and what they set out to reach. */
const CULTURE_WORDS: readonly string[] = ["core_values", "goals", "recognition"];

/** What comes with the bell, on every screen and after it: the feature loads them by itself. */
const BELL_WORDS: readonly string[] = ["notifications"];

/** Teams, the people in them, and how busy they are. */
const TEAM_WORDS: readonly string[] = ["employees", "teams"];

/** What comes when someone reaches for their own views of a list. */
const VIEW_WORDS: readonly string[] = ["views"];

/** What comes with a chart, wherever it is drawn, and what the days that it is told for are called. */
const CHART_WORDS: readonly string[] = ["analysis", "charts"];

/** What comes with the analysis of extra work. */
const SALES_WORDS: readonly string[] = ["oos_analysis"];

/** What comes when someone reaches for the palette or the sheet of shortcuts. */
const PALETTE_WORDS: readonly string[] = ["palette"];
/** What comes when someone takes a list away as a file. */
const EXPORT_WORDS: readonly string[] = ["exports"];

/** What comes with the first row that is picked of a list. */
const SELECTION_WORDS: readonly string[] = ["selection"];

/** What comes with the import of a file. */
const IMPORT_WORDS: readonly string[] = ["imports"];

/** How the figures of home came about: after they are there. */
const HISTORY_WORDS = "home.history.";

/** What home says itself. */
const HOME_WORDS: readonly string[] = ["home"];

/** The figures of home and of the dashboard. */
const BOARD_WORDS: readonly string[] = ["dashboard"];

export const PARTS = [
  "first",
  "rest",
  "rare",
  "account",
  "administration",
  "outside",
  "work",
  "churn",
  "bell",
  "teams",
  "culture",
  "views",
  "charts",
  "sales",
  "palette",
  "exports",
  "selection",
  "imports",
  "board",
  "home",
  "history",
] as const;
type Part = (typeof PARTS)[number];

function partOfKey(key: string): Part {
  if (key.startsWith(SIDEBAR_WORDS)) return "rest";
  if (CHURN_WORDS.some((start) => key.startsWith(start))) return "churn";
  if (key.startsWith(HISTORY_WORDS)) return "history";
  const area = key.split(".")[0] ?? key;
  if (FIRST_WORDS.includes(area)) return "first";
  if (ACCOUNT_WORDS.includes(area)) return "account";
  if (ADMINISTRATION_WORDS.includes(area)) return "administration";
  if (OUTSIDE_WORDS.includes(area)) return "outside";
  if (WORK_WORDS.includes(area)) return "work";
  if (CULTURE_WORDS.includes(area)) return "culture";
  if (BELL_WORDS.includes(area)) return "bell";
  if (TEAM_WORDS.includes(area)) return "teams";
  if (VIEW_WORDS.includes(area)) return "views";
  if (CHART_WORDS.includes(area)) return "charts";
  if (SALES_WORDS.includes(area)) return "sales";
  if (PALETTE_WORDS.includes(area)) return "palette";
  if (EXPORT_WORDS.includes(area)) return "exports";
  if (SELECTION_WORDS.includes(area)) return "selection";
  if (IMPORT_WORDS.includes(area)) return "imports";
  if (BOARD_WORDS.includes(area)) return "board";
  if (HOME_WORDS.includes(area)) return "home";
  return RARE_WORDS.includes(area) ? "rare" : "rest";
}

export function isFirstWord(key: string): boolean {
  return partOfKey(key) === "first";
}

export function partOf(catalogue: Catalogue, part: Part): Catalogue {
  const wanted = Object.entries(catalogue).filter(([key]) => partOfKey(key) === part);
  return Object.fromEntries(wanted);
}

function collectSlots(compiled: CompiledMessage, slots: Set<string>): Set<string> {
  for (const token of compiled) {
    if (typeof token === "string") {
      for (const tag of token.match(/<\/?[\w.]+\/?>/g) ?? []) slots.add(tag);
      continue;
    }
    const [name, type, format] = token;
    slots.add(type ? `${name}, ${type}` : name);
    if (!format || typeof format !== "object") continue;
    for (const choice of Object.values(format)) {
      if (Array.isArray(choice)) collectSlots(choice as CompiledMessage, slots);
    }
  }
  return slots;
}

function missingPluralForms(compiled: CompiledMessage, language: string): string[] {
  return compiled.flatMap((token) => {
    if (typeof token === "string" || token[1] !== "plural") return [];
    const forms = Object.keys(token[2] as object);
    return (PLURAL_FORMS[language] ?? []).filter((form) => !forms.includes(form));
  });
}

function compileText(text: string): CompiledMessage | Error {
  try {
    return compileMessageOrThrow(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function messageFaults(language: string, catalogue: Catalogue): string[] {
  return Object.entries(catalogue).flatMap(([key, text]) => {
    if (!text.trim()) return [`${language}: ${key} is empty`];
    const compiled = compileText(text);
    if (compiled instanceof Error) return [`${language}: ${key} is not ICU: ${compiled.message}`];
    const missing = missingPluralForms(compiled, language);
    return missing.length ? [`${language}: ${key} lacks plural ${missing.join(", ")}`] : [];
  });
}

function driftFaults(base: Catalogue, other: Catalogue, language: string): string[] {
  const faults: string[] = [];
  for (const [key, text] of Object.entries(base)) {
    const translated = other[key];
    if (translated === undefined) {
      faults.push(`${language}: ${key} is missing`);
      continue;
    }
    const [left, right] = [compileText(text), compileText(translated)];
    if (left instanceof Error || right instanceof Error) continue;
    const [mine, theirs] = [collectSlots(left, new Set()), collectSlots(right, new Set())];
    const drift = [...mine.symmetricDifference(theirs)];
    if (drift.length) faults.push(`${language}: ${key} differs in {${drift.join("}, {")}}`);
  }
  const extra = Object.keys(other).filter((key) => !(key in base));
  return faults.concat(extra.map((key) => `${language}: ${key} is not in the English words`));
}

/** Everything wrong with the two languages together; empty when they can ship. */
export function catalogueFaults(english: Catalogue, french: Catalogue): string[] {
  return [
    ...messageFaults("en", english),
    ...messageFaults("fr", french),
    ...driftFaults(english, french, "fr"),
  ];
}

/** The module a browser downloads: every message compiled, nothing left to parse there. */
export function compileCatalogue(catalogue: Catalogue): string {
  const compiled = Object.entries(catalogue).map(([key, text]) => [
    key,
    compileMessageOrThrow(text),
  ]);
  const json = JSON.stringify(Object.fromEntries(compiled));
  return `export const messages = JSON.parse(${JSON.stringify(json)});\n`;
}
