// Tests saved views: what they store, when they open a list, and that Back and clearing still work.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { SavedView } from "../../api/types";
import {
  handleList,
  installLists,
  openList,
  page,
  rows,
  sentQueries,
} from "../../testing/listScreen";
import { server, someone } from "../../testing/server";

installLists();

const ID = "0199a3b2-0000-7000-8000-000000000001";
const OTHER = "0199a3b2-0000-7000-8000-000000000002";

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
  owner: { api_id: OTHER, name: "Léa Roy" },
  last_used_on: "2999-01-01", // A later date than any test's: opening the view is not recorded.
  created_at: "2026-11-20T17:00:00Z",
  updated_at: "2026-11-20T17:00:00Z",
  version: 3,
  ...fields,
});

/** Stores views like the server and records the requests. */
function handleViews(...views: SavedView[]) {
  const sent: { method: string; body: unknown }[] = [];
  const record = async (request: Request) => {
    const text = await request.text();
    sent.push({ method: request.method, body: text ? JSON.parse(text) : null });
  };
  server.use(
    http.get("/api/v1/saved-views", ({ request }) => {
      const params = new URL(request.url).searchParams;
      const matching = params.get("is_default") ? views.filter((item) => item.is_default) : views;
      return HttpResponse.json({ ...page([]), data: matching });
    }),
    http.post("/api/v1/saved-views", async ({ request }) => {
      await record(request);
      return HttpResponse.json({ data: view() }, { status: 201 });
    }),
    http.patch("/api/v1/saved-views/:id", async ({ request }) => {
      await record(request);
      return HttpResponse.json({ data: view() });
    }),
    http.delete("/api/v1/saved-views/:id", async ({ request }) => {
      await record(request);
      return new HttpResponse(null, { status: 204 });
    }),
    ...["default", "use"].flatMap((action) =>
      [http.put, http.delete].map((method) =>
        method(`/api/v1/saved-views/:id/${action}`, ({ request }) => {
          sent.push({ method: `${request.method} ${action}`, body: null });
          return new HttpResponse(null, { status: 204 });
        }),
      ),
    ),
  );
  return sent;
}

async function openPanel() {
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Views" }));
  return { user, panel: within(await screen.findByRole("dialog", { name: "Views" })) };
}

describe("the default view of a list", () => {
  it("replaces the bare URL, and the bare list is never requested", async () => {
    handleViews(view({ is_default: true }));
    handleList(() => page(rows(3)));
    const { history } = openList("/screen", { views: "clients" });
    await screen.findByRole("table", { name: "Clients" });
    expect(history.location.search).toBe(`?sort=-mrr&status=active&saved=${ID}`);
    expect(history.length).toBe(1);
    expect(sentQueries.map(String)).toEqual(["page=1&per_page=10&sort=-mrr&status=active"]);
  });

  it("does not apply to a URL with parameters", async () => {
    handleViews(view({ is_default: true }));
    handleList(() => page(rows(3)));
    const { history } = openList("/screen?q=studio", { views: "clients" });
    await screen.findByRole("table", { name: "Clients" });
    expect(history.location.search).toBe("?q=studio");
  });

  it("does not return when its filters are cleared, nor by Back", async () => {
    handleViews(view({ is_default: true, query: "status=active" }));
    handleList(() => page(rows(3)));
    const { history } = openList("/screen", { views: "clients" });
    await screen.findByRole("table", { name: "Clients" });
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Clear all" }));
    await waitFor(() => expect(history.location.search).toBe(`?saved=${ID}`));
    await user.click(await screen.findByRole("button", { name: "Show all rows" }));
    await waitFor(() => expect(history.location.search).toBe("?plain=yes"));
    history.push("/screen?page=1&q=x");
    history.back();
    await waitFor(() => expect(history.location.search).toBe("?plain=yes"));
    expect(screen.queryByRole("group", { name: "Active filters" })).not.toBeInTheDocument();
  });

  it("does not apply to another list", async () => {
    handleViews(view({ is_default: true, list_name: "invoices" }));
    handleList(() => page(rows(3)));
    const { history } = openList("/screen", { views: "clients" });
    await screen.findByRole("table", { name: "Clients" });
    expect(history.location.search).toBe("");
  });

  it.each([
    ["the list as it comes", ""],
    ["what the list no longer knows", "colour=red&sort=-size"],
  ])("opens by its name when it is %s", async (_, query) => {
    handleViews(view({ is_default: true, query }));
    handleList(() => page(rows(3)));
    const { history } = openList("/screen", { views: "clients" });
    await screen.findByRole("table", { name: "Clients" });
    expect(history.location.search).toBe(`?saved=${ID}`);
  });

  it("does not apply when views cannot be loaded, without an error message", async () => {
    server.use(http.get("/api/v1/saved-views", () => new HttpResponse(null, { status: 503 })));
    handleList(() => page(rows(3)));
    openList("/screen", { views: "clients" });
    await screen.findByRole("table", { name: "Clients" });
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });
});

describe("the panel of views", () => {
  it("saves the list without the page and the open record", async () => {
    const sent = handleViews();
    handleList(() => page(rows(10), 40));
    openList("/screen?page=2&status=active&hidden=team", { views: "clients" });
    const { user, panel } = await openPanel();
    await user.type(panel.getByRole("textbox", { name: "View name" }), "  Mine ");
    await user.click(panel.getByRole("checkbox", { name: "Open the list with this view" }));
    await user.click(panel.getByRole("button", { name: "Save view" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({
      list_name: "clients",
      name: "Mine",
      query: "hidden=team&status=active",
      is_default: true,
      is_shared: false,
    });
  });

  it("offers to save only a list with parameters", async () => {
    handleViews();
    handleList(() => page(rows(2)));
    openList("/screen", { views: "clients" });
    const { panel } = await openPanel();
    expect(await panel.findByText("You have no saved views of this list.")).toBeVisible();
    expect(panel.queryByRole("button", { name: "Save view" })).not.toBeInTheDocument();
  });

  it("requires a name before a request", async () => {
    const sent = handleViews();
    handleList(() => page(rows(2)));
    openList("/screen?status=active", { views: "clients" });
    const { user, panel } = await openPanel();
    await user.click(await panel.findByRole("button", { name: "Save view" }));
    expect(await panel.findByText("The field is required")).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("opens a view and marks it as current", async () => {
    handleViews(view());
    handleList(() => page(rows(2)));
    const { history } = openList("/screen", { views: "clients" });
    const { user, panel } = await openPanel();
    await user.click(await panel.findByRole("button", { name: "Active ones" }));
    expect(history.location.search).toBe(`?sort=-mrr&status=active&saved=${ID}`);
    const shown = panel.getByRole("button", { name: "Active ones" });
    await waitFor(() => expect(shown).toHaveAttribute("aria-current", "true"));
  });

  it.each([
    ["Share “Active ones”", view(), { method: "PATCH", body: { is_shared: true, version: 3 } }],
    [
      "Stop sharing “Active ones”",
      view({ is_shared: true }),
      { method: "PATCH", body: { is_shared: false, version: 3 } },
    ],
    ["Open the list with “Active ones”", view(), { method: "PUT default", body: null }],
    [
      "Open the list with “Active ones”",
      view({ is_default: true }),
      { method: "DELETE default", body: null },
    ],
  ])("changes a view: %s", async (label, view, call) => {
    const sent = handleViews(view);
    handleList(() => page(rows(2)));
    const permissions = { "clients.view": "own", "saved_views.share": "own" } as const;
    openList("/screen?status=churned", { views: "clients" }, undefined, {
      ...someone,
      permissions,
    });
    const { user, panel } = await openPanel();
    await user.click(await panel.findByRole("button", { name: label }));
    await waitFor(() => expect(sent).toEqual([call]));
  });

  it("renames a view, and shows a server error under the name", async () => {
    const sent = handleViews(view());
    server.use(
      http.patch("/api/v1/saved-views/:id", () =>
        HttpResponse.json(
          { code: "invalid", message: "No", errors: { name: ["This value is already in use"] } },
          { status: 422 },
        ),
      ),
    );
    handleList(() => page(rows(2)));
    openList("/screen", { views: "clients" });
    const { user, panel } = await openPanel();
    await user.click(await panel.findByRole("button", { name: "Rename “Active ones”" }));
    const [field] = panel.getAllByRole("textbox", { name: "View name" });
    expect(field).toHaveValue("Active ones");
    await user.click(panel.getByRole("button", { name: "Save" }));
    expect(await panel.findByText("This value is already in use")).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("deletes a view", async () => {
    const sent = handleViews(view());
    handleList(() => page(rows(2)));
    openList("/screen", { views: "clients" });
    const { user, panel } = await openPanel();
    await user.click(await panel.findByRole("button", { name: "Delete “Active ones”" }));
    await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(["DELETE"]));
  });
});
