// Every field that a record's create and update take is asked for in its form, or said here why not.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const sources = import.meta.glob<string>("../features/*/*/*.{ts,tsx}", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** Fields that no form asks for, and how they are set. */
const ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CheckIn: { corrects: "the check-in that a correction was opened from" },
  Churn: { project: "the project whose loss is recorded" },
  Client: { archived: "an action" },
  CoreValue: { position: "moved in its list" },
  Match: {
    client: "the dialogue’s own form of a new client",
    employee: "the dialogue’s own form of a new employee",
    kind: "what is matched",
    parts: "the records that were picked",
  },
  OosApproval: { project: "the project that is decided on" },
  Option: { is_active: "an action", position: "moved in its list" },
  Payment: {
    invoice: "linked in a dialogue of its own",
    period_end: "set by a retainer’s terms",
    period_start: "set by a retainer’s terms",
    project: "the project that has the schedule",
    reason: "asked for by the action that needs it",
    status: "an action",
  },
  Project: {
    deal: "the deal that the form was opened from",
    kind: "chosen before the form opens",
    teamwork_project_id: "found by matching",
  },
  Team: { archived: "an action" },
};

type Schema = { properties?: Record<string, unknown> };
type Document = { components: { schemas: Record<string, Schema> } };
const { schemas } = (JSON.parse(readFileSync("openapi.json", "utf8")) as Document).components;

/** The names of the fields of a record's forms: those in the files that define fields of its bodies. */
function formFields(record: string, files = Object.values(sources)): Set<string> {
  const defines = new RegExp(`defineFields\\(${record}(Create|Update),`);
  const texts = files.filter((text) => defines.test(text));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/\bname: "(\w+)"/g)].map(([, name = ""]) => name)),
  );
}

/** What the bodies of a record take; the version is the form's own business. */
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

it.each([...records].toSorted())("the form of %s asks for every field", (record) => {
  const asked = formFields(record);
  const missing = bodyFields(record).filter((name) => !asked.has(name));
  expect(missing.toSorted()).toEqual(Object.keys(ELSEWHERE[record] ?? {}).toSorted());
});

it("a field that no form asks for is named", () => {
  const form = 'defineFields(ClientCreate, [{ kind: "text", name: "website" }])';
  expect(formFields("Client", [form])).toEqual(new Set(["website"]));
  expect(records.size).toBeGreaterThan(15);
});
