// Tests that a link's filters match what the list reads from its URL.
import { expect, it } from "vitest";
import { listOosSales } from "../../api/shapes/listOosSales.gen";
import { defineList } from "../table/listDescription";
import { listQuery, readListSearch } from "../table/listSearch";
import { changedSearch, listFilters } from "./screenSearch";

const sales = defineList(listOosSales, {
  columns: [],
  filters: [
    {
      kind: "choice",
      id: "status",
      label: "projects.field.status",
      enumName: "oos_status",
      multiple: true,
    },
    {
      kind: "choice",
      id: "has_team",
      label: "oos_sales.field.has_team",
      labels: { true: "oos_sales.has_team.yes", false: "oos_sales.has_team.no" },
    },
    {
      kind: "dates",
      id: "sold",
      label: "projects.field.sold_on",
      from: "sold_from",
      to: "sold_to",
    },
  ],
});

it("writes filters as the list reads them", () => {
  const search = listFilters("/oos-sales", {
    status: ["approved", "paid"],
    has_team: false,
    sold_from: "2026-11-01",
    sold_to: undefined,
  });
  const query = listQuery(sales, readListSearch(sales, search));
  expect(query).toEqual({
    page: 1,
    per_page: 10,
    status: ["approved", "paid"],
    has_team: "false",
    sold_from: "2026-11-01",
  });
});

it("keeps other parameters and removes undefined ones", () => {
  const before = { tab: "rows", q: "aurora", page: 3 };
  const search = changedSearch({ page: undefined, open: "x" })(before);
  expect(search).toEqual({ tab: "rows", q: "aurora", open: "x" });
});
