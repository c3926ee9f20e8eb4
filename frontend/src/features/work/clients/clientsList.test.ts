// Every currency that the API takes can be filtered by: the list's values are the API's own.
import { expect, it } from "vitest";
import { listQuery, readListSearch } from "../../../ui/table/listSearch";
import { clientsList } from "./clientsList";

it.each(["AUD", "CHF", "CAD"])("clients are asked for in %s", (currency) => {
  const search = readListSearch(clientsList, { currency });
  expect(listQuery(clientsList, search)).toMatchObject({ currency });
});

it("drops what is no currency", () => {
  expect(readListSearch(clientsList, { currency: "XXX" })).toEqual({});
});
