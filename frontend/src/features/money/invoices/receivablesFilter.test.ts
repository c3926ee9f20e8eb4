// Holds the links of receivables figures to exactly the invoices that a figure adds up.
import { expect, it } from "vitest";
import { changedSearch } from "../../../ui/links/screenSearch";
import { narrowTo } from "./receivablesFilter";

it("clears the search, the page and every other filter", () => {
  const before = { tab: "receivables", q: "aurora", page: 3, currency: "USD" };
  const search = changedSearch(narrowTo({ matched: false, aging_bucket: "over_90" }))(before);
  expect(search).toEqual({ tab: "receivables", matched: "false", aging_bucket: "over_90" });
});
