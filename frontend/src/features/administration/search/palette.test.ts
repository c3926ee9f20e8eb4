// Search terms in both languages, targets of records, and parents of pages.
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
const CATALOGUES = ["en", "fr"].map((language) =>
  readCatalogue(join(import.meta.dirname, "../../../i18n", language)),
);

/** The addresses and label keys of the sidebar. */
function sidebarPages(): [string, string][] {
  const source = ["navigation.ts", "navigationOfSettings.ts"]
    .map((file) => readFileSync(join(import.meta.dirname, "../../../ui/shell", file), "utf8"))
    .join("\n");
  const found = source.matchAll(/to: "([^"]+)",\s+label: "(shell\.nav\.[a-z_]+)"/g);
  return [...found].map(([, to = "", label = ""]) => [to, label]);
}

describe("search terms", () => {
  it("find every page of the sidebar by its name in both languages", () => {
    expect(sidebarPages().length).toBeGreaterThan(20);
    for (const [to, label] of sidebarPages())
      for (const catalogue of CATALOGUES)
        expect(
          matchesTerms({ label: "", terms: PAGE_TERMS[to] }, catalogue[label] ?? "?"),
          `${to} by ${catalogue[label]}`,
        ).toBe(true);
  });

  it.each([
    ["facture", "/invoices"],
    ["FACTURES", "/invoices"],
    ["bill", "/invoices"],
    ["receivables", "/receivables"],
    ["comptes clients", "/receivables"],
    ["equipe", "/teams"],
    ["chiffres", "/dashboard"],
    ["retainer", "/projects/retainer"],
    ["forfait", "/projects/retainer"],
    ["mot de passe", "/profile"],
  ])("find “%s”: page %s", (text, to) => {
    expect(matchesTerms({ label: "", terms: PAGE_TERMS[to] }, text)).toBe(true);
  });

  it.each([
    ["donner une valeur", "give"],
    ["core value colleague", "give"],
    ["thème sombre", "dark"],
    ["sign out", "sign_out"],
    ["deconnexion", "sign_out"],
    ["nouveau client", "client"],
    ["record churn", "record_churn"],
    ["consigner une perte", "record_churn"],
    ["overdue invoices", "overdue"],
    ["factures en retard", "overdue"],
    ["invite", "user"],
    ["inviter", "user"],
    ["renouvellements", "renewals"],
    ["nouveau forfait", "retainer"],
  ] as const)("find “%s”: action %s", (text, action) => {
    expect(matchesTerms({ label: "", terms: ACTION_TERMS[action] }, text)).toBe(true);
    expect(matchesTerms({ label: "", terms: ACTION_TERMS[action] }, `${text} zzz`)).toBe(false);
  });
});

describe("parent of a page", () => {
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
  ])("%s: %s", (path, parent) => {
    expect(parentOf(path, () => "retainer")).toBe(parent);
  });
});

describe("target of a record", () => {
  const hit = (kind: SearchHit["kind"], overrides: Partial<SearchHit> = {}): SearchHit => ({
    kind,
    api_id: ID,
    title: "Érable",
    context: null,
    owner: null,
    is_archived: false,
    ...overrides,
  });

  it.each([
    ["client", `/clients/${ID}/view`],
    ["project", `/projects/${ID}/view`],
    ["employee", `/employees/${ID}/view`],
    ["invoice", "/invoices"],
    ["goal", "/goals"],
    ["churn", "/churns"],
  ] as const)("%s: %s", (kind, to) => {
    expect(targetOf(hit(kind), false)?.to).toBe(to);
  });

  it("is an administration page only for administrators", () => {
    expect(targetOf(hit("team"), true)?.to).toBe(`/admin/teams/${ID}/view`);
    expect(targetOf(hit("team"), false)).toEqual({ to: "/teams", search: { q: "Érable" } });
    expect(targetOf(hit("core_value"), false)?.to).toBe("/recognition");
  });

  it("is the owner's page for a file, and missing for a file without an owner", () => {
    const owner = { kind: "client", api_id: ID, name: "Érable" } as const;
    expect(targetOf(hit("attachment", { owner }), false)).toEqual({
      to: `/clients/${ID}/view`,
      search: { tab: "files" },
    });
    expect(targetOf(hit("attachment"), false)).toBeNull();
  });
});
