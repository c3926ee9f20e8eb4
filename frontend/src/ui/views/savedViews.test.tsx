// Holds saved views to the address: what they keep, when they open a list, and that Back and clearing are left alone.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { SavedView } from "../../api/types";
import { answers, asked, installLists, open, page, rows } from "../../testing/listScreen";
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
  // Opened later than any day of the tests: nothing is noted unless a test wants it.
  last_used_on: "2999-01-01",
  created_at: "2026-11-20T17:00:00Z",
  updated_at: "2026-11-20T17:00:00Z",
  version: 3,
  ...fields,
});

/** Keeps views as the server does, and what was sent to it. */
function keep(...kept: SavedView[]) {
  const sent: { method: string; body: unknown }[] = [];
  const note = async (request: Request) => {
    const text = await request.text();
    sent.push({ method: request.method, body: text ? JSON.parse(text) : null });
  };
  server.use(
    http.get("/api/v1/saved-views", ({ request }) => {
      const wanted = new URL(request.url).searchParams;
      const found = wanted.get("is_default") ? kept.filter((one) => one.is_default) : kept;
      return HttpResponse.json({ ...page([]), data: found });
    }),
    http.post("/api/v1/saved-views", async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: view() }, { status: 201 });
    }),
    http.patch("/api/v1/saved-views/:id", async ({ request }) => {
      await note(request);
      return HttpResponse.json({ data: view() });
    }),
    http.delete("/api/v1/saved-views/:id", async ({ request }) => {
      await note(request);
      return new HttpResponse(null, { status: 204 });
    }),
    ...["pin", "use"].flatMap((what) =>
      [http.put, http.delete].map((method) =>
        method(`/api/v1/saved-views/:id/${what}`, ({ request }) => {
          sent.push({ method: `${request.method} ${what}`, body: null });
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

describe("the view that opens a list", () => {
  it("takes the bare address's place, and the bare list is never asked for", async () => {
    keep(view({ is_default: true }));
    answers(() => page(rows(3)));
    const { history } = open("/screen", { views: "clients" });
    await screen.findByRole("table", { name: "Clients" });
    expect(history.location.search).toBe(`?sort=-mrr&status=active&saved=${ID}`);
    expect(history.length).toBe(1);
    expect(asked.map(String)).toEqual(["page=1&per_page=10&sort=-mrr&status=active"]);
  });

  it("leaves an address alone that asks for something", async () => {
    keep(view({ is_default: true }));
    answers(() => page(rows(3)));
    const { history } = open("/screen?q=studio", { views: "clients" });
    await screen.findByRole("table", { name: "Clients" });
    expect(history.location.search).toBe("?q=studio");
  });

  it("does not come back when its filters are cleared, by Back neither", async () => {
    keep(view({ is_default: true, query: "status=active" }));
    answers(() => page(rows(3)));
    const { history } = open("/screen", { views: "clients" });
    await screen.findByRole("table", { name: "Clients" });
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Clear all" }));
    await waitFor(() => expect(history.location.search).toBe(`?saved=${ID}`));
    await user.click(await screen.findByRole("button", { name: "Show everything" }));
    await waitFor(() => expect(history.location.search).toBe("?plain=yes"));
    history.push("/screen?page=1&q=x");
    history.back();
    await waitFor(() => expect(history.location.search).toBe("?plain=yes"));
    expect(screen.queryByRole("group", { name: "Active filters" })).not.toBeInTheDocument();
  });

  it.each([["another list's", view({ is_default: true, list_name: "invoices" })]])(
    "is none where it is %s",
    async (_, kept) => {
      keep(kept);
      answers(() => page(rows(3)));
      const { history } = open("/screen", { views: "clients" });
      await screen.findByRole("table", { name: "Clients" });
      expect(history.location.search).toBe("");
    },
  );

  it.each([
    ["the list as it comes", ""],
    ["what the list no longer knows", "colour=red&sort=-size"],
  ])("is open by its name where it is %s", async (_, query) => {
    keep(view({ is_default: true, query }));
    answers(() => page(rows(3)));
    const { history } = open("/screen", { views: "clients" });
    await screen.findByRole("table", { name: "Clients" });
    expect(history.location.search).toBe(`?saved=${ID}`);
  });

  it("is none where views cannot be read, and nothing is said", async () => {
    server.use(http.get("/api/v1/saved-views", () => new HttpResponse(null, { status: 503 })));
    answers(() => page(rows(3)));
    open("/screen", { views: "clients" });
    await screen.findByRole("table", { name: "Clients" });
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });
});

describe("the panel of views", () => {
  it("saves what is shown, without the page and the open record", async () => {
    const sent = keep();
    answers(() => page(rows(10), 40));
    open("/screen?page=2&status=active&hidden=team", { views: "clients" });
    const { user, panel } = await openPanel();
    await user.type(panel.getByRole("textbox", { name: "Name of the view" }), "  Mine ");
    await user.click(panel.getByRole("checkbox", { name: "Open the list with it" }));
    await user.click(panel.getByRole("button", { name: "Save the view" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({
      list_name: "clients",
      name: "Mine",
      query: "hidden=team&status=active",
      is_default: true,
      is_shared: false,
    });
  });

  it("offers to save only what differs from the list as it comes", async () => {
    keep();
    answers(() => page(rows(2)));
    open("/screen", { views: "clients" });
    const { panel } = await openPanel();
    expect(await panel.findByText("You have no views of this list yet.")).toBeVisible();
    expect(panel.queryByRole("button", { name: "Save the view" })).not.toBeInTheDocument();
  });

  it("asks for a name before it asks the server", async () => {
    const sent = keep();
    answers(() => page(rows(2)));
    open("/screen?status=active", { views: "clients" });
    const { user, panel } = await openPanel();
    await user.click(await panel.findByRole("button", { name: "Save the view" }));
    expect(await panel.findByText("The field is required")).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("opens a view and says which one is shown", async () => {
    keep(view());
    answers(() => page(rows(2)));
    const { history } = open("/screen", { views: "clients" });
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
    ["Open the list with “Active ones”", view(), { method: "PUT pin", body: null }],
    [
      "Open the list with “Active ones”",
      view({ is_default: true }),
      { method: "DELETE pin", body: null },
    ],
  ])("changes a view: %s", async (label, kept, call) => {
    const sent = keep(kept);
    answers(() => page(rows(2)));
    const permissions = { "clients.view": "own", "saved_views.share": "own" } as const;
    open("/screen?status=churned", { views: "clients" }, undefined, { ...someone, permissions });
    const { user, panel } = await openPanel();
    await user.click(await panel.findByRole("button", { name: label }));
    await waitFor(() => expect(sent).toEqual([call]));
  });

  it("renames a view, and shows what the server refuses beside the name", async () => {
    const sent = keep(view());
    server.use(
      http.patch("/api/v1/saved-views/:id", () =>
        HttpResponse.json(
          { code: "invalid", message: "No", errors: { name: ["This is already in use"] } },
          { status: 422 },
        ),
      ),
    );
    answers(() => page(rows(2)));
    open("/screen", { views: "clients" });
    const { user, panel } = await openPanel();
    await user.click(await panel.findByRole("button", { name: "Rename “Active ones”" }));
    const [field] = panel.getAllByRole("textbox", { name: "Name of the view" });
    expect(field).toHaveValue("Active ones");
    await user.click(panel.getByRole("button", { name: "Save" }));
    expect(await panel.findByText("This is already in use")).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("deletes a view", async () => {
    const sent = keep(view());
    answers(() => page(rows(2)));
    open("/screen", { views: "clients" });
    const { user, panel } = await openPanel();
    await user.click(await panel.findByRole("button", { name: "Delete “Active ones”" }));
    await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(["DELETE"]));
  });
});
