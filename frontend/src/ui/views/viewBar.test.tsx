// Tests the bar of the open view: update, save as, the way back, and a deleted view.
import { renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { SavedView } from "../../api/types";
import { useToasts } from "../../lib/toasts";
import { handleList, installLists, openList, page, rows } from "../../testing/listScreen";
import { server } from "../../testing/server";

installLists();

const ID = "0199a3b2-0000-7000-8000-000000000001";
const NEW = "0199a3b2-0000-7000-8000-000000000003";
const CLIENT = "0199a3b2-0000-7000-8000-000000000009";
const AT = `/screen?sort=-mrr&status=active&saved=${ID}`;

const view = (fields: Partial<SavedView> = {}): SavedView => ({
  api_id: ID,
  list_name: "clients",
  name: "Active ones",
  query: "sort=-mrr&status=active",
  is_default: false,
  is_shared: false,
  is_mine: true,
  may_change: true,
  is_unused: false,
  owner: { api_id: CLIENT, name: "Léa Roy" },
  last_used_on: "2999-01-01",
  created_at: "2026-11-20T17:00:00Z",
  updated_at: "2026-11-20T17:00:00Z",
  version: 3,
  ...fields,
});

function handleViews(...views: SavedView[]) {
  const sent: [string, unknown][] = [];
  const record = async (request: Request) => {
    const text = await request.text();
    sent.push([request.method, text ? JSON.parse(text) : null]);
  };
  server.use(
    http.get("/api/v1/saved-views", ({ request }) => {
      const isDefaultQuery = new URL(request.url).searchParams.has("is_default");
      return HttpResponse.json({ ...page([]), data: isDefaultQuery ? [] : views });
    }),
    http.post("/api/v1/saved-views", async ({ request }) => {
      await record(request);
      return HttpResponse.json({ data: view({ api_id: NEW, query: "status=churned" }) });
    }),
    http.patch("/api/v1/saved-views/:id", async ({ request }) => {
      await record(request);
      return HttpResponse.json({ data: views[0] });
    }),
    http.put("/api/v1/saved-views/:id/use", async ({ request }) => {
      await record(request);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}

async function openAt(at: string) {
  handleList(() => page(rows(3)));
  const { history } = openList(at, { views: "clients" });
  const bar = within(await screen.findByRole("region", { name: "Current view" }));
  await bar.findByRole("button", { name: "Show all rows" });
  return { user: userEvent.setup(), bar, history };
}

const buttons = (bar: Awaited<ReturnType<typeof openAt>>["bar"]) =>
  bar.getAllByRole("button").map((button) => button.textContent);

describe("the bar of the open view", () => {
  it("shows the name, and no save buttons without changes", async () => {
    handleViews(view());
    const { bar } = await openAt(AT);
    expect(bar.getByText("Active ones")).toBeVisible();
    expect(buttons(bar)).toEqual(["Show all rows"]);
  });

  it("offers to update or save as new after a change", async () => {
    const sent = handleViews(view());
    const { bar, user, history } = await openAt(`/screen?status=churned&saved=${ID}`);
    expect(buttons(bar)).toEqual(["Update view", "Save as…", "Show all rows"]);
    await user.click(bar.getByRole("button", { name: "Update view" }));
    await waitFor(() => expect(sent).toEqual([["PATCH", { query: "status=churned", version: 3 }]]));
    await user.click(bar.getByRole("button", { name: "Save as…" }));
    await user.type(bar.getByRole("textbox", { name: "View name" }), "Lost");
    await user.click(bar.getByRole("button", { name: "Save view" }));
    await waitFor(() => expect(history.location.search).toBe(`?status=churned&saved=${NEW}`));
    expect(sent[1]?.[1]).toMatchObject({ name: "Lost", query: "status=churned" });
  });

  it("offers no update without the right to change the view", async () => {
    handleViews(view({ is_shared: true, is_mine: false, may_change: false }));
    const { bar } = await openAt(`/screen?status=churned&saved=${ID}`);
    expect(bar.getByText("Shared by Léa Roy")).toBeVisible();
    expect(buttons(bar)).toEqual(["Save as…", "Show all rows"]);
  });

  it("reports that another user changed the view meanwhile", async () => {
    handleViews(view({ is_shared: true }));
    server.use(
      http.patch("/api/v1/saved-views/:id", () =>
        HttpResponse.json({ code: "changed", message: "Changed", conflicts: {} }, { status: 409 }),
      ),
    );
    const { bar, user } = await openAt(`/screen?status=churned&saved=${ID}`);
    await user.click(bar.getByRole("button", { name: "Update for everyone" }));
    const { result: toasts } = renderHook(useToasts);
    await waitFor(() => expect(toasts.current).toHaveLength(1));
    expect(toasts.current[0]?.detail).toMatch(/^This view was changed by a colleague/);
  });

  it("returns to the list without a view", async () => {
    handleViews(view());
    const { bar, user, history } = await openAt(AT);
    await user.click(bar.getByRole("button", { name: "Show all rows" }));
    expect(history.location.search).toBe("");
    expect(screen.queryByRole("region", { name: "Current view" })).not.toBeInTheDocument();
  });

  it("reports a deleted view and keeps the list's state", async () => {
    handleViews();
    const { bar, history } = await openAt(AT);
    expect(await bar.findByText(/was deleted or is no longer shared with you/)).toBeVisible();
    expect(buttons(bar)).toEqual(["Save as…", "Show all rows"]);
    expect(history.location.search).toBe(`?sort=-mrr&status=active&saved=${ID}`);
  });

  it.each([
    ["once when it was not opened today", "2026-01-01", [["PUT", null]]],
    ["not again on the same day", "2999-01-01", []],
  ])("records its use: %s", async (_, last_used_on, expected) => {
    const sent = handleViews(view({ last_used_on }));
    await openAt(AT);
    await screen.findByRole("table", { name: "Clients" });
    await waitFor(() => expect(sent).toEqual(expected));
  });
});

describe("a filter by a record that the user may not see", () => {
  it("shows no name", async () => {
    handleViews(view({ query: `client=${CLIENT}` }));
    server.use(
      http.get("/api/v1/clients/:id", () =>
        HttpResponse.json({ code: "not_found", message: "No" }, { status: 404 }),
      ),
    );
    handleList(() => page(rows(3)));
    const client = {
      kind: "reference",
      id: "client",
      label: "clients.field.name",
      path: "/clients",
    } as const;
    openList(`/screen?client=${CLIENT}&saved=${ID}`, { views: "clients", filters: [client] });
    const chips = await screen.findByRole("group", { name: "Active filters" });
    expect(await within(chips).findByText(/not available to you/)).toBeVisible();
  });
});
