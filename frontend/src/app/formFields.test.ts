// Tests that the form of a record has every field of its create and update bodies.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import termFields from "../ui/terms/termFields.ts?raw";

const sources = import.meta.glob<string>("../features/*/*/*.{ts,tsx}", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** Fields that are not in a form, and how they are set. */
const NOT_IN_A_FORM: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CheckIn: { corrects: "set by the correction of a check-in" },
  Churn: { project: "the project of the page" },
  Client: { archived: "an action" },
  ClientNote: { done: "an action" },
  CoreValue: { position: "moved in the list" },
  Match: {
    client: "a form of its own in the dialog",
    employee: "a form of its own in the dialog",
    kind: "set by the match",
    records: "the selected records",
  },
  OosApproval: {
    amendment: "the amendment of the action",
    project: "the project of the page",
  },
  Option: { is_active: "an action", position: "moved in the list" },
  Payment: {
    invoice: "linked in a separate dialog",
    invoice_number: "marked as invoiced in bulk",
    period_end: "set by a retainer’s terms",
    period_start: "set by a retainer’s terms",
    project: "the project of the page",
    reason: "a field of the action that needs it",
    status: "an action",
  },
  Proposal: { state: "an action" },
  Project: {
    deal: "the deal of the page",
    kind: "chosen before the form opens",
    teamwork_project_id: "found by matching",
  },
  Team: { archived: "an action" },
  Term: { name: "set by the action", replaces: "a correction" },
};

type Schema = { properties?: Record<string, unknown> };
type Document = { components: { schemas: Record<string, Schema> } };
const { schemas } = (JSON.parse(readFileSync("openapi.json", "utf8")) as Document).components;

/** The field names in the files that define the forms of a record. */
function formFields(record: string, files = Object.values(sources)): Set<string> {
  const defines = new RegExp(`defineFields\\(${record}(Create|Update),`);
  const texts = files
    .filter((text) => defines.test(text))
    // The fields that the forms of dated terms share.
    .map((text) => (text.includes("/ui/terms/termFields") ? text + termFields : text));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/\bname: "(\w+)"/g)].map(([, name = ""]) => name)),
  );
}

/** The fields of a record's bodies, without the version, which the form adds. */
function bodyFields(record: string): string[] {
  const bodies = [schemas[`${record}Create`], schemas[`${record}Update`]];
  const names = new Set(bodies.flatMap((body) => Object.keys(body?.properties ?? {})));
  return [...names].filter((name) => name !== "version");
}

const records = new Set(
  Object.values(sources).flatMap((text) =>
    [...text.matchAll(/defineFields\((\w+)(?:Create|Update),/g)].map(([, record = ""]) => record),
  ),
);

it.each([...records].toSorted())("the form of %s has every field", (record) => {
  const inForm = formFields(record);
  const missing = bodyFields(record).filter((name) => !inForm.has(name));
  expect(missing.toSorted()).toEqual(Object.keys(NOT_IN_A_FORM[record] ?? {}).toSorted());
});

it("reads the fields of a form from its source", () => {
  const form = 'defineFields(ClientCreate, [{ kind: "text", name: "website" }])';
  expect(formFields("Client", [form])).toEqual(new Set(["website"]));
  expect(records.size).toBeGreaterThan(15);
});
