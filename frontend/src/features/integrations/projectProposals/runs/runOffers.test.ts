// Tests what creating, ignoring and restoring everything of a list apply to.
import { expect, test } from "vitest";
import type { ListSearch } from "../../../../ui/table/listSearch";
import { runOffers } from "./runOffers";

const offersOf = (search: ListSearch) =>
  runOffers(search).map(({ action, filters }) => ({ action, certainty: filters.certainty }));

test("without a filter, what is ready can be created and nothing is ignored", () => {
  expect(offersOf({})).toEqual([{ action: "create", certainty: ["high"] }]);
});

test("what is complete of a filtered list can be created, and all of it ignored", () => {
  expect(offersOf({ certainty: "medium,low" })).toEqual([
    { action: "create", certainty: ["medium"] },
    { action: "ignore", certainty: ["medium", "low"] },
  ]);
  expect(offersOf({ certainty: "low" })).toEqual([{ action: "ignore", certainty: ["low"] }]);
  const [create, ignore] = runOffers({ q: "ancien", kind: "oos", runs_to: "2026-06-30" });
  expect(create?.filters).toEqual({
    search: "ancien",
    kind: ["oos"],
    client: [],
    certainty: ["high"],
    runs_to: "2026-06-30",
  });
  expect(ignore?.filters).toEqual({ ...create?.filters, certainty: [] });
});

test("ignored work can be restored, and created projects offer nothing", () => {
  expect(offersOf({ state: "ignored", certainty: "low" })).toEqual([
    { action: "restore", certainty: ["low"] },
  ]);
  expect(offersOf({ state: "accepted" })).toEqual([]);
  expect(offersOf({ state: "accepted,ignored" })).toEqual([]);
});
