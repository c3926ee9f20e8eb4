// The links from receivables to their invoices.
import { expect, it } from "vitest";
import { changedSearch } from "../../../ui/links/screenSearch";
import { receivablesSearch } from "./receivablesFilter";

it("clears the search, the page and every other filter", () => {
  const before = { tab: "receivables", q: "aurora", page: 3, currency: "USD" };
  const search = changedSearch(receivablesSearch({ matched: false, aging_bucket: "over_90" }))(
    before,
  );
  expect(search).toEqual({ tab: "receivables", matched: "false", aging_bucket: "over_90" });
});
