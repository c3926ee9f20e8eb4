// Holds routes to asking only for what was read from the address, tab by tab.
import { describe, expect, it, vi } from "vitest";
import { createQueryClient } from "../../api/queries";
import type { CurrentUser } from "../../api/types";
import { someone } from "../../testing/server";
import { lazyListRoute } from "./lazyListRoute";
import type { FixedQuery, ListDescription } from "./listDescription";
import type { ListSearch } from "./listSearch";
import { permittedList } from "./permittedList";
import { readRawSearch } from "./rawSearch";
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

/** What a route asks for when a reader enters it with this address. */
async function askedBy(
  list: ListDescription,
  raw: Record<string, unknown>,
  permissions: CurrentUser["permissions"],
  fixed?: FixedQuery,
): Promise<unknown> {
  const queryClient = createQueryClient();
  const asked = vi.spyOn(queryClient, "prefetchQuery").mockResolvedValue(undefined);
  const route = lazyListRoute(() => Promise.resolve(list), fixed);
  const context = { queryClient, user: { ...someone, permissions } };
  await route.loader({ context, location: { search: raw } });
  return asked.mock.calls[0]?.[0].queryKey?.[2];
}

const PLAIN = { page: 1, per_page: 10, sort: "name" };

describe("a list's route", () => {
  it("keeps what an address can hold, and asks for what its list makes of it", async () => {
    const raw = { page: -4, status: "active,zzz", deep: {} };
    const kept = lazyListRoute(() => Promise.resolve(projects)).validateSearch(raw);
    expect(kept).toEqual({ page: -4, status: "active,zzz" });
    expect(await askedBy(projects, raw, {})).toEqual({ ...PLAIN, status: ["active"] });
  });

  it("asks which view opens the list beside the rows, and for the rows alone once that is known", async () => {
    const queryClient = createQueryClient();
    const asked = vi.spyOn(queryClient, "prefetchQuery").mockResolvedValue(undefined);
    const route = lazyListRoute(() => Promise.resolve({ ...projects, views: "projects.fixed" }));
    const enter = async (search: ListSearch) => {
      asked.mockClear();
      await route.loader({ context: { queryClient, user: someone }, location: { search } });
      return asked.mock.calls.map(([{ queryKey }]) => queryKey?.[0]);
    };
    expect(await enter({})).toEqual(["saved-views", "api"]);
    expect(await enter({ status: "active" })).toEqual(["api"]);
    const view = { list_name: "projects.fixed", query: "status=draft" };
    queryClient.setQueryData(["saved-views", "default"], { data: [view] });
    expect(await enter({})).toEqual(["saved-views"]);
  });

  it("asks for the default where the address makes no sense", async () => {
    const raw = { page: -4, per_page: 999_999, sort: ";drop", status: "zzz" };
    expect(await askedBy(projects, raw, {})).toEqual(PLAIN);
  });

  it("keeps to what is fixed whatever the address says", async () => {
    const raw = { kind: "fixed", status: "active" };
    expect(await askedBy(projects, raw, {}, { kind: "oos" })).toEqual({
      ...PLAIN,
      kind: "oos",
      status: ["active"],
    });
  });

  it("sorts by figures only for those who see all of them", async () => {
    const raw = { sort: "-amount" };
    expect(await askedBy(projects, raw, { "projects.money": "all" })).toEqual({
      ...PLAIN,
      sort: "-amount",
    });
    expect(await askedBy(projects, raw, { "projects.money": "own" })).toEqual(PLAIN);
    expect(await askedBy(projects, raw, {})).toEqual(PLAIN);
  });

  it("asks for nothing that the reader may not read at all", async () => {
    expect(await askedBy({ ...projects, needs: "projects.view" }, {}, {})).toBeUndefined();
    expect(
      await askedBy({ ...projects, needs: "projects.view" }, {}, { "projects.view": "own" }),
    ).toEqual(PLAIN);
  });
});

describe("a reader's own list", () => {
  const columns = (permissions: CurrentUser["permissions"]) =>
    permittedList(projects, { ...someone, permissions }).columns.map(({ id, sort }) => [id, sort]);

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
  const read = tabSearchOf({ projects: readRawSearch, access: null });
  const raw = { status: "active", page: 2, deep: { er: 1 }, list: ["a"] };

  it("keeps what the open tab's list may read, which judges it itself", () => {
    expect(read({ ...raw, tab: "projects" })).toEqual({
      tab: "projects",
      status: "active",
      page: 2,
    });
  });

  it("keeps nothing beside a tab that has none", () => {
    expect(read({ ...raw, tab: "access" })).toEqual({ tab: "access" });
  });

  it.each(["nonsense", "__proto__", "constructor", 7, null])("falls back from %j", (tab) => {
    expect(read({ ...raw, tab })).toEqual({});
  });
});
