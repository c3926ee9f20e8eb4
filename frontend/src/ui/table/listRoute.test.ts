// Holds routes to asking only for what was read from the address, tab by tab.
import { describe, expect, it, vi } from "vitest";
import { createQueryClient } from "../../api/queries";
import type { CurrentUser } from "../../api/types";
import { someone } from "../../testing/server";
import type { ListDescription } from "./listDescription";
import { listRoute } from "./listRoute";
import type { ListSearch } from "./listSearch";
import { listFor } from "./ownList";
import { tabSearchOf } from "./tabSearch";

const status = {
  kind: "choice",
  id: "status",
  label: "projects.field.status",
  values: ["active", "draft"],
  enumName: "project_status",
  many: true,
} as const;

const projects: ListDescription = {
  path: "/projects",
  defaultSort: "name",
  columns: [
    { id: "name", label: "projects.field.name", sort: "name" },
    { id: "amount", label: "projects.field.amount", sort: "amount", needs: "projects.money" },
  ],
  filters: [status],
};

const invoices: ListDescription = {
  path: "/invoices",
  columns: [{ id: "number", label: "invoices.field.number", sort: "number" }],
  filters: [
    {
      kind: "dates",
      id: "issued",
      label: "invoices.field.issued_on",
      from: "issued_from",
      to: "issued_to",
    },
  ],
};

/** What a route asks for when a reader enters it with this address. */
function askedBy(
  list: ListDescription,
  raw: Record<string, unknown>,
  permissions: CurrentUser["permissions"],
  fixed?: Record<string, string>,
): unknown {
  const queryClient = createQueryClient();
  const asked = vi.spyOn(queryClient, "prefetchQuery").mockResolvedValue(undefined);
  const route = listRoute(list, fixed);
  const deps = route.loaderDeps({ search: raw as ListSearch });
  route.loader({ context: { queryClient, user: { ...someone, permissions } }, deps });
  return asked.mock.calls[0]?.[0].queryKey?.[2];
}

const PLAIN = { page: 1, per_page: 10, sort: "name" };

describe("a list's route", () => {
  it("asks for the default where the address makes no sense", () => {
    const raw = { page: -4, per_page: 999_999, sort: ";drop", status: "zzz" };
    expect(askedBy(projects, raw, {})).toEqual(PLAIN);
  });

  it("keeps to what is fixed whatever the address says", () => {
    const raw = { kind: "fixed", status: "active" };
    expect(askedBy(projects, raw, {}, { kind: "oos" })).toEqual({
      ...PLAIN,
      kind: "oos",
      status: ["active"],
    });
  });

  it("sorts by figures only for those who see all of them", () => {
    const raw = { sort: "-amount" };
    expect(askedBy(projects, raw, { "projects.money": "all" })).toEqual({
      ...PLAIN,
      sort: "-amount",
    });
    expect(askedBy(projects, raw, { "projects.money": "own" })).toEqual(PLAIN);
    expect(askedBy(projects, raw, {})).toEqual(PLAIN);
  });

  it("asks for nothing that the reader may not read at all", () => {
    expect(askedBy({ ...projects, needs: "projects.view" }, {}, {})).toBeUndefined();
    expect(
      askedBy({ ...projects, needs: "projects.view" }, {}, { "projects.view": "own" }),
    ).toEqual(PLAIN);
  });
});

describe("a reader's own list", () => {
  const columns = (permissions: CurrentUser["permissions"]) =>
    listFor(projects, { ...someone, permissions }).columns.map(({ id, sort }) => [id, sort]);

  it("has no column of figures that are not theirs to see", () => {
    expect(columns({})).toEqual([["name", "name"]]);
    expect(columns({ "projects.money": "own" })).toEqual([
      ["name", "name"],
      ["amount", undefined],
    ]);
    expect(columns({ "projects.money": "all" })).toEqual([
      ["name", "name"],
      ["amount", "amount"],
    ]);
  });
});

describe("a detail page's tabs", () => {
  const read = tabSearchOf({ projects, invoices });
  const raw = { status: "active", issued_from: "2026-01-01", page: 2 };

  it("reads the open tab's list and nothing of another's", () => {
    expect(read({ ...raw, tab: "projects" })).toEqual({
      tab: "projects",
      status: "active",
      page: 2,
    });
    expect(read({ ...raw, tab: "invoices" })).toEqual({
      tab: "invoices",
      issued_from: "2026-01-01",
      page: 2,
    });
  });

  it.each(["nonsense", "__proto__", "constructor", 7, null])("falls back from %j", (tab) => {
    expect(read({ ...raw, tab })).toEqual({});
  });
});
