// Reads, compares and compiles the catalogues of both languages; an incomplete one fails the build.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type CompiledMessage, compileMessageOrThrow } from "@lingui/message-utils/compileMessage";

export type Catalogue = Record<string, string>;
type Nested = { [key: string]: string | Nested };

/** The plural forms of each language; a message must have all of them. */
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

/** The labels of fields, shared with the files that the back end writes and reads. */
export const LABELS = join(import.meta.dirname, "../../backend/regie/core/words/labels.json");

function readLabels(language: string): Catalogue {
  const nouns = JSON.parse(readFileSync(LABELS, "utf8")) as Record<
    string,
    Record<string, Catalogue>
  >;
  return Object.fromEntries(
    Object.entries(nouns).flatMap(([noun, fields]) =>
      Object.entries(fields).map(([name, label]) => [
        `${noun}.field.${name}`,
        label[language] ?? "",
      ]),
    ),
  );
}

/** One language's messages: a file's name is the first segment of its keys. Includes the labels. */
export function readCatalogue(folder: string): Catalogue {
  const catalogue = readLabels(basename(folder));
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  for (const name of files.sort()) {
    const nested = JSON.parse(readFileSync(join(folder, name), "utf8")) as Nested;
    flatten(nested, name.slice(0, -".json".length), catalogue);
  }
  return catalogue;
}

/** Labels that only some screens show; `app` has all others, because the activity log names the fields of every noun. */
const LABEL_PARTS: Record<string, Part> = {
  // What the log names besides the fields of records.
  activity: "log",
  // Logged on their client, without their fields.
  client_contacts: "client",
  client_notes: "client",
  collection_entries: "receivables",
  margins: "margin",
  matching: "administration",
  extra_work: "receivables",
  to_invoice: "receivables",
  mrr_movements: "dashboard",
  // Decisions are logged on the retainer's month.
  overages: "overages",
  people_figures: "figures",
  profile: "profile",
  project_proposals: "proposals",
  reconciliation: "receivables",
  sync_runs: "administration",
  // Logged on their project: only imports have these labels.
  terms: "dialogs",
  time_entries: "hours",
  undated_terms: "administration",
};
const LABEL = /^\w+\.field\./;

/** Which part a file belongs to, `app` unless named here; `src/i18n/translate.ts` says who loads which. */
const FILE_PARTS: Record<string, Part> = {
  access: "account",
  amendments: "history",
  attachments: "dialogs",
  billing: "receivables",
  reconciliation: "receivables",
  bug_reports: "dialogs",
  churn_analysis: "dashboard",
  churn_lists: "dashboard",
  churns: "retainers",
  client_page: "client",
  client_reports: "reports",
  common: "sign-in",
  connections: "administration",
  core_values: "choices",
  dashboard_page: "dashboard",
  dated_terms: "terms",
  deals: "sales",
  employees: "personal",
  enum_options: "choices",
  erasure: "dialogs",
  exports: "dialogs",
  errors: "sign-in",
  goals: "personal",
  home: "home",
  imports: "dialogs",
  overages: "overages",
  palette: "dialogs",
  payment_bulk: "dialogs",
  people_figures: "figures",
  exchange_rates: "choices",
  login: "sign-in",
  margin: "margin",
  matching: "administration",
  months: "administration",
  my_week: "home",
  oos_analysis: "sales",
  operations: "administration",
  organization: "settings",
  profile: "profile",
  project_page: "retainers",
  project_proposals: "proposals",
  receivables: "receivables",
  recognition: "personal",
  record_figures: "figures",
  record_hours: "hours",
  retainers: "hours",
  states: "states",
  terms: "history",
  undated_terms: "administration",
  selection: "dialogs",
  setup: "administration",
  shell: "sign-in",
  stores: "sign-in",
  targets: "targets",
  team_page: "figures",
  time_entries: "hours",
  users: "account",
  validation: "sign-in",
  views: "dialogs",
  workers: "administration",
};

export const PARTS = [
  "sign-in",
  "app",
  "account",
  "administration",
  "choices",
  "client",
  "dashboard",
  "dialogs",
  "figures",
  "history",
  "home",
  "hours",
  "log",
  "margin",
  "overages",
  "personal",
  "profile",
  "proposals",
  "receivables",
  "reports",
  "retainers",
  "sales",
  "settings",
  "states",
  "targets",
  "terms",
] as const;
type Part = (typeof PARTS)[number];

export function selectPart(catalogue: Catalogue, part: Part): Catalogue {
  const keyPart = (key: string) => {
    const parts = LABEL.test(key) ? LABEL_PARTS : FILE_PARTS;
    return parts[key.split(".")[0] ?? key] ?? "app";
  };
  const isInPart = (key: string) => keyPart(key) === part;
  return Object.fromEntries(Object.entries(catalogue).filter(([key]) => isInPart(key)));
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
    const [baseSlots, otherSlots] = [collectSlots(left, new Set()), collectSlots(right, new Set())];
    const drift = [...baseSlots.symmetricDifference(otherSlots)];
    if (drift.length) faults.push(`${language}: ${key} differs in {${drift.join("}, {")}}`);
  }
  const extra = Object.keys(other).filter((key) => !(key in base));
  return faults.concat(extra.map((key) => `${language}: ${key} is not in the English words`));
}

/** All faults of the two catalogues; an empty list can ship. */
export function catalogueFaults(english: Catalogue, french: Catalogue): string[] {
  return [
    ...messageFaults("en", english),
    ...messageFaults("fr", french),
    ...driftFaults(english, french, "fr"),
  ];
}

/** The module that a browser downloads: every message is compiled. */
export function compileCatalogue(catalogue: Catalogue): string {
  const compiled = Object.entries(catalogue).map(([key, text]) => [
    key,
    compileMessageOrThrow(text),
  ]);
  const json = JSON.stringify(Object.fromEntries(compiled));
  return `export const messages = JSON.parse(${JSON.stringify(json)});\n`;
}
