// The list of clients filters by every currency of the API.
import { expect, it } from "vitest";
import { listQuery, readListSearch } from "../../../ui/table/listSearch";
import { clientsList } from "./clientsList";

it.each(["AUD", "CHF", "CAD"])("filters clients by %s", (currency) => {
  const search = readListSearch(clientsList, { currency });
  expect(listQuery(clientsList, search)).toMatchObject({ currency });
});

it("ignores an unknown currency", () => {
  expect(readListSearch(clientsList, { currency: "XXX" })).toEqual({});
});
