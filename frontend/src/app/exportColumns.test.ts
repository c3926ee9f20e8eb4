// Tests that an export has every column of its list, with the same labels.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { attachmentsList } from "../features/work/attachments/attachmentsList";
import { projectsList } from "../features/work/projects/projectsList";
import type { ListDescription } from "../ui/table/listDescription";

const modules = import.meta.glob<Record<string, unknown>>("../features/*/*/*List.ts", {
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

type Operation = { "x-export-labels"?: Record<string, string> };
type Document = { paths: Record<string, { get?: Operation }> };
const { paths } = JSON.parse(readFileSync("openapi.json", "utf8")) as Document;

it.each(lists.filter((list) => list.file))("exports the columns of $path", ({ file, columns }) => {
  const labels = paths[`/api/v1/${file?.list}`]?.get?.["x-export-labels"];
  const exported = columns.map(({ id }) => [id, labels?.[id]]);
  expect(exported).toEqual(columns.map(({ id, label }) => [id, label]));
});

it("every list has an export", () => {
  expect(lists.filter((list) => list.file === undefined).map(({ path }) => path)).toEqual([]);
  expect(lists.length).toBeGreaterThan(20);
});
