// What the palette and the single letters decide by themselves: names in both languages, where records are, what is above a page.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCatalogue } from "../../../../build/catalogues";
import type { SearchHit } from "../../../api/types";
import { targetOf } from "./records";
import { ACTION_TERMS, PAGE_TERMS } from "./searchTerms";
import { parentOf } from "./shortcuts";
import { matchesTerms } from "./useSections";

const ID = "0199a2b4-0000-7000-8000-000000000001";
const WORDS = ["en", "fr"].map((language) =>
  readCatalogue(join(import.meta.dirname, "../../../i18n", language)),
);

/** The screens of the sidebar, by the words that it has for them. */
function screens(): [string, string][] {
  const source = readFileSync(join(import.meta.dirname, "../../../ui/shell/navigation.ts"), "utf8");
  const found = source.matchAll(/to: "([^"]+)",\s+label: "(shell\.nav\.[a-z_]+)"/g);
  return [...found].map(([, to = "", label = ""]) => [to, label]);
}

describe("either language finds it", () => {
  it("finds every screen of the sidebar by what it is called in either", () => {
    expect(screens().length).toBeGreaterThan(20);
    for (const [to, label] of screens())
      for (const words of WORDS)
        expect(
          matchesTerms({ label: "", words: PAGE_TERMS[to] }, words[label] ?? "?"),
          `${to} by ${words[label]}`,
        ).toBe(true);
  });

  it.each([
    ["facture", "/invoices"],
    ["FACTURES", "/invoices"],
    ["bill", "/invoices"],
    ["equipe", "/teams"],
    ["chiffres", "/dashboard"],
    ["retainer", "/projects/retainer"],
    ["forfait", "/projects/retainer"],
    ["mot de passe", "/profile"],
  ])("finds by “%s” the screen %s", (typed, to) => {
    expect(matchesTerms({ label: "", words: PAGE_TERMS[to] }, typed)).toBe(true);
  });

  it.each([
    ["donner une valeur", "give"],
    ["core value colleague", "give"],
    ["thème sombre", "dark"],
    ["sign out", "sign_out"],
    ["deconnexion", "sign_out"],
    ["nouveau client", "client"],
  ] as const)("finds by “%s” the action %s", (typed, action) => {
    expect(matchesTerms({ label: "", words: ACTION_TERMS[action] }, typed)).toBe(true);
    expect(matchesTerms({ label: "", words: ACTION_TERMS[action] }, `${typed} zzz`)).toBe(false);
  });
});

describe("what is above a page", () => {
  it.each([
    [`/clients/${ID}/view`, "/clients"],
    [`/clients/${ID}/edit`, `/clients/${ID}/view`],
    [`/clients/${ID}/billing`, `/clients/${ID}/view`],
    [`/projects/${ID}/view`, "/projects/retainer"],
    [`/projects/${ID}/churn`, `/projects/${ID}/view`],
    ["/projects/create", "/projects/fixed"],
    [`/admin/teams/${ID}/edit`, `/admin/teams/${ID}/view`],
    [`/admin/core-values/${ID}/view`, "/admin/core-values"],
    ["/admin/users/create", "/admin/users"],
    ["/clients", null],
    ["/projects/fixed", null],
    ["/", null],
  ])("of %s is %s", (path, parent) => {
    expect(parentOf(path, () => "retainer")).toBe(parent);
  });
});

describe("where a record is shown", () => {
  const hit = (kind: SearchHit["kind"], more: Partial<SearchHit> = {}): SearchHit => ({
    kind,
    api_id: ID,
    title: "Érable",
    context: null,
    owner: null,
    is_archived: false,
    ...more,
  });

  it.each([
    ["client", `/clients/${ID}/view`],
    ["project", `/projects/${ID}/view`],
    ["employee", `/employees/${ID}/view`],
    ["invoice", "/invoices"],
    ["goal", "/goals"],
    ["churn", "/churns"],
  ] as const)("a %s at %s", (kind, to) => {
    expect(targetOf(hit(kind), false)?.to).toBe(to);
  });

  it("is a screen of the administrators for them alone", () => {
    expect(targetOf(hit("team"), true)?.to).toBe(`/admin/teams/${ID}/view`);
    expect(targetOf(hit("team"), false)).toEqual({ to: "/teams", search: { q: "Érable" } });
    expect(targetOf(hit("core_value"), false)?.to).toBe("/recognition");
  });

  it("is the owner's for a file, and nowhere for a file of nobody", () => {
    const owner = { kind: "client", api_id: ID, name: "Érable" } as const;
    expect(targetOf(hit("attachment", { owner }), false)).toEqual({
      to: `/clients/${ID}/view`,
      search: { tab: "files" },
    });
    expect(targetOf(hit("attachment"), false)).toBeNull();
  });
});
