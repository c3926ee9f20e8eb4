// Tests that routes request only what their list reads from the URL.
import { describe, expect, it, vi } from "vitest";
import { createQueryClient } from "../../api/queries";
import type { CurrentUser } from "../../api/types";
import { someone } from "../../testing/server";
import { lazyListRoute } from "./lazyListRoute";
import type { FixedQuery, ListDescription } from "./listDescription";
import type { ListSearch } from "./listSearch";
import { permittedList } from "./permittedList";
import { readRawSearch } from "./rawSearch";
import { readTabSearch } from "./tabSearch";

const status = {
  kind: "choice",
  id: "status",
  label: "projects.field.status",
  values: ["active", "draft"],
  enumName: "project_status",
  multiple: true,
} as const;

const projects: ListDescription = {
  path: "/projects",
  defaultSort: "name",
  columns: [
    { id: "name", label: "projects.field.name", sort: "name" },
    { id: "amount", label: "projects.field.amount", sort: "amount", requires: "projects.money" },
  ],
  filters: [status],
};

/** The request of a route for the given URL parameters. */
async function requestedBy(
  list: ListDescription<unknown, string, FixedQuery>,
  raw: Record<string, unknown>,
  permissions: CurrentUser["permissions"],
  fixed?: FixedQuery,
): Promise<unknown> {
  const queryClient = createQueryClient();
  const prefetched = vi.spyOn(queryClient, "prefetchQuery").mockResolvedValue(undefined);
  const route = lazyListRoute(() => Promise.resolve(list), fixed);
  const context = { queryClient, user: { ...someone, permissions } };
  await route.loader({ context, location: { search: raw } });
  return prefetched.mock.calls[0]?.[0].queryKey?.[2];
}

const PLAIN = { page: 1, per_page: 10, sort: "name" };

describe("the route of a list", () => {
  it("keeps valid URL parameters, and requests what the list reads from them", async () => {
    const raw = { page: -4, status: "active,zzz", deep: {} };
    const search = lazyListRoute(() => Promise.resolve(projects)).validateSearch(raw);
    expect(search).toEqual({ page: -4, status: "active,zzz" });
    expect(await requestedBy(projects, raw, {})).toEqual({ ...PLAIN, status: ["active"] });
  });

  it("requests the default view with the rows, and only the rows once it is known", async () => {
    const queryClient = createQueryClient();
    const prefetched = vi.spyOn(queryClient, "prefetchQuery").mockResolvedValue(undefined);
    const route = lazyListRoute(() => Promise.resolve({ ...projects, views: "projects.fixed" }));
    const enter = async (search: ListSearch) => {
      prefetched.mockClear();
      await route.loader({ context: { queryClient, user: someone }, location: { search } });
      return prefetched.mock.calls.map(([{ queryKey }]) => queryKey?.[0]);
    };
    expect(await enter({})).toEqual(["saved-views", "api"]);
    expect(await enter({ status: "active" })).toEqual(["api"]);
    const view = { list_name: "projects.fixed", query: "status=draft" };
    queryClient.setQueryData(["saved-views", "default"], { data: [view] });
    expect(await enter({})).toEqual(["saved-views"]);
  });

  it("requests the defaults for invalid parameters", async () => {
    const raw = { page: -4, per_page: 999_999, sort: ";drop", status: "zzz" };
    expect(await requestedBy(projects, raw, {})).toEqual(PLAIN);
  });

  it("applies the fixed query whatever the URL says", async () => {
    const raw = { kind: "fixed", status: "active" };
    expect(await requestedBy(projects, raw, {}, { kind: "oos" })).toEqual({
      ...PLAIN,
      kind: "oos",
      status: ["active"],
    });
  });

  it("sorts by figures only with the permission for all records", async () => {
    const raw = { sort: "-amount" };
    expect(await requestedBy(projects, raw, { "projects.money": "all" })).toEqual({
      ...PLAIN,
      sort: "-amount",
    });
    expect(await requestedBy(projects, raw, { "projects.money": "own" })).toEqual(PLAIN);
    expect(await requestedBy(projects, raw, {})).toEqual(PLAIN);
  });

  it("requests nothing without the permission to read the list", async () => {
    expect(await requestedBy({ ...projects, requires: "projects.view" }, {}, {})).toBeUndefined();
    expect(
      await requestedBy({ ...projects, requires: "projects.view" }, {}, { "projects.view": "own" }),
    ).toEqual(PLAIN);
  });
});

describe("a permitted list", () => {
  const columns = (permissions: CurrentUser["permissions"]) =>
    permittedList(projects, { ...someone, permissions }).columns.map(({ id, sort }) => [id, sort]);

  it("has no column of restricted figures", () => {
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
  const read = readTabSearch({ projects: readRawSearch, access: null });
  const raw = { status: "active", page: 2, deep: { er: 1 }, list: ["a"] };

  it("keeps the parameters of the open tab's list, which validates them", () => {
    expect(read({ ...raw, tab: "projects" })).toEqual({
      tab: "projects",
      status: "active",
      page: 2,
    });
  });

  it("drops the parameters of a tab without a list", () => {
    expect(read({ ...raw, tab: "access" })).toEqual({ tab: "access" });
  });

  it.each(["nonsense", "__proto__", "constructor", 7, null])(
    "falls back to the first tab for %j",
    (tab) => {
      expect(read({ ...raw, tab })).toEqual({});
    },
  );
});
