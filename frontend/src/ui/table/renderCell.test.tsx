import { isValidElement } from "react";
import { expect, it } from "vitest";
import { renderCell } from "./renderCell";

const row = {
  api_id: "1",
  currency: "CAD",
  team: { api_id: "2", name: "Design" },
  sellers: [{ name: "Ann" }, { name: "Zoé" }],
  note: null,
  mrr: undefined,
};
const draw = (id: string) =>
  renderCell({ drawn: () => "drawn" }, { id, label: "clients.field.name" }, row);

it.each([
  ["drawn", "drawn"],
  ["currency", "CAD"],
  ["team", "Design"],
  ["sellers", "Ann, Zoé"],
])("a cell of %s shows %s", (id, text) => expect(draw(id)).toBe(text));

it.each(["note", "mrr"])("an empty %s shows a dash", (id) => {
  expect(isValidElement(draw(id))).toBe(true);
});
