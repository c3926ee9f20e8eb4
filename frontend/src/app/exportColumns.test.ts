// The file of a list has every column of its screen, under the name that the screen gives it, in both languages.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCatalogue } from "../../build/catalogues";
import { attachmentsList } from "../features/attachments/attachmentsList";
import { projectsList } from "../features/projects/projectsList";
import type { ListDescription } from "../ui/table/listDescription";

const modules = import.meta.glob<Record<string, unknown>>("../features/*/*List.ts", {
  eager: true,
});

function isList(value: unknown): value is ListDescription {
  return typeof value === "object" && value !== null && "columns" in value && "path" in value;
}

const lists = [
  ...Object.values(modules).flatMap((module) => Object.values(module).filter(isList)),
  ...(["fixed", "oos", "retainer"] as const).map((kind) => projectsList(kind)),
  ...(["projects", "clients", "employees"] as const).map((noun) =>
    attachmentsList({ noun, id: "1" }),
  ),
];

const folder = new URL("../../../backend/regie/core/words/", `file://${import.meta.filename}`);

function fileWords(language: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${language}.json`, folder), "utf8"));
}

describe.each(["en", "fr"])("in %s", (language) => {
  const screen = readCatalogue(`src/i18n/${language}`);
  const file = fileWords(language);
  it.each(lists.filter((list) => list.file))("$path", ({ file: taken, columns }) => {
    const named = (id: string) => file[`export.${taken?.list}.${id}`];
    const expected = columns.map(({ id, label }) => [id, screen[label]]);
    expect(columns.map(({ id }) => [id, named(id)])).toEqual(expected);
  });
});

it("every list of columns can be taken away", () => {
  expect(lists.filter((list) => list.file === undefined).map(({ path }) => path)).toEqual([]);
  expect(lists.length).toBeGreaterThan(20);
});
