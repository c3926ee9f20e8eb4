// Tests search without accents and sorting in French.
import { expect, it } from "vitest";
import { byName, matchesWords } from "./text";

it("finds Érable by typing erable, in any order of words", () => {
  expect(matchesWords("Studio Érable", "erable stu")).toBe(true);
  expect(matchesWords("Studio Érable", "chêne")).toBe(false);
});

it("sorts accented letters next to plain ones, and numbers by value", () => {
  expect(["Zinc", "Élan", "étude 10", "Étude 9"].sort(byName("fr-ca"))).toEqual([
    "Élan",
    "Étude 9",
    "étude 10",
    "Zinc",
  ]);
});
