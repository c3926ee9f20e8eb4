// Tests that any URL gives a valid list, and that equal states give equal URLs.
import { describe, expect, it } from "vitest";
import type { ListDescription } from "./listDescription";
import {
  activeFilters,
  changeSearch,
  clearFilters,
  hiddenColumns,
  hideColumns,
  listQuery,
  nextSort,
  readListSearch,
} from "./listSearch";

const team = "0197a2c4-0000-7000-8000-000000000001";

const list = {
  path: "/invoices",
  columns: [
    { id: "number", label: "invoices.number", sort: "number" },
    { id: "due", label: "invoices.due_on", sort: "due_on" },
    { id: "tags", label: "invoices.status", hidden: true },
  ],
  filters: [
    {
      kind: "choice",
      id: "status",
      label: "invoices.status",
      values: ["open", "paid", "overdue"],
      enumName: "invoice_status",
      multiple: true,
    },
    { kind: "reference", id: "team", label: "invoices.client", path: "/teams" },
    {
      kind: "dates",
      id: "issued",
      label: "invoices.issued_on",
      from: "issued_from",
      to: "issued_to",
    },
    { kind: "toggle", id: "archived", label: "invoices.status", on: "include" },
    { kind: "choice", id: "late", label: "invoices.status", values: ["true", "false"] },
  ],
  defaultSort: "-due_on",
} as unknown as ListDescription;

/** A seeded generator, so that a failure is reproducible. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const ODD = [
  null,
  undefined,
  "",
  " ",
  0,
  -1,
  1.5,
  2,
  1e9,
  1e21,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  [],
  ["open"],
  {},
  { page: 1 },
  "open",
  "open,overdue",
  "OPEN",
  "drop table",
  "due_on",
  "-due_on",
  "--due_on",
  "2026-02-31x",
  "2026-11-20",
  "2026-13-01",
  team,
  "\u0000",
  "\ud800",
  "x".repeat(5000),
  "none",
  "tags,number",
  "10",
  "25",
  "compact",
];
const KEYS = [
  "page",
  "per_page",
  "sort",
  "q",
  "hidden",
  "density",
  "edit",
  "status",
  "team",
  "issued_from",
  "issued_to",
  "archived",
  "unknown",
];

describe("reading URL parameters", () => {
  it("never throws, keeps only known keys and is stable, for any input", () => {
    const random = seeded(7);
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
    for (let round = 0; round < 500; round += 1) {
      const raw = Object.fromEntries(KEYS.map((key) => [key, pick(ODD)]));
      const read = readListSearch(list, raw);
      expect(readListSearch(list, read)).toEqual(read);
      expect(Object.keys(read)).not.toContain("unknown");
      const query = listQuery(list, read);
      expect(Number.isInteger(query.page) && Number(query.page) >= 1).toBe(true);
      expect([10, 25, 50, 100]).toContain(query.per_page);
      expect(["number", "-number", "due_on", "-due_on"]).toContain(query.sort);
    }
  });

  it("keeps valid values and drops the others", () => {
    expect(
      readListSearch(list, { page: "3", q: 2026, status: "open,nonsense,paid", sort: "-number" }),
    ).toEqual({ page: 3, q: "2026", status: "open,paid", sort: "-number" });
  });

  it("accepts values that the router has parsed", () => {
    expect(readListSearch(list, { late: false, q: 12 })).toEqual({ late: "false", q: "12" });
  });

  it("strips defaults", () => {
    expect(
      readListSearch(list, {
        page: 1,
        per_page: 10,
        sort: "-due_on",
        density: "regular",
        hidden: "tags",
      }),
    ).toEqual({});
  });
});

describe("the API's query", () => {
  it("repeats several values, and the fixed query takes precedence", () => {
    const search = readListSearch(list, { status: "open,overdue", q: "érable", page: 2 });
    expect(listQuery(list, search, { client: team })).toEqual({
      page: 2,
      per_page: 10,
      sort: "-due_on",
      search: "érable",
      status: ["open", "overdue"],
      client: team,
    });
  });
});

describe("changing URL parameters", () => {
  it("returns to page one when the filters change", () => {
    expect(changeSearch(list, { page: 4, q: "a" }, { status: "open" })).toEqual({
      q: "a",
      status: "open",
    });
  });

  it("sorts in three steps", () => {
    expect(nextSort(list, {}, "number")).toBe("number");
    expect(nextSort(list, { sort: "number" }, "number")).toBe("-number");
    expect(nextSort(list, { sort: "-number" }, "number")).toBeUndefined();
  });

  it("reverses the default sort", () => {
    expect(nextSort(list, {}, "due_on")).toBe("due_on");
    expect(changeSearch(list, { sort: "due_on" }, { sort: "-due_on" })).toEqual({});
  });

  it("hides and shows columns, with a parameter only when it differs from the default", () => {
    expect([...hiddenColumns(list, {})]).toEqual(["tags"]);
    const all = hideColumns(list, {}, new Set());
    expect(all).toEqual({ hidden: "none" });
    expect(hiddenColumns(list, all).size).toBe(0);
    expect(hideColumns(list, all, new Set(["tags"]))).toEqual({});
  });

  it("counts and clears filters, the search included", () => {
    const search = { status: "open", issued_from: "2026-01-01", q: "x", per_page: 25 };
    expect(activeFilters(list, search).map((filter) => filter.id)).toEqual(["status", "issued"]);
    expect(clearFilters(list, search)).toEqual({ per_page: 25 });
  });
});
