// A list as a file: how many rows, what is asked for, and the progress of one that takes a while.
import { renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Export } from "../../api/types";
import { clearToasts, useToasts } from "../../lib/toasts";
import { answers, installLists, open, page, rows } from "../../testing/listScreen";
import { server, someone } from "../../testing/server";
import { unwatchExport } from "./watchedExports";

installLists();

const ID = "0199a3b2-0000-7000-8000-00000000000e";
const made = (fields: Partial<Export> = {}): Export => ({
  api_id: ID,
  list_name: "clients",
  format: "csv",
  file_name: "Clients 2026-11-22.csv",
  status: "ready",
  total: 9_000,
  done: 9_000,
  size: null,
  created_at: "2026-11-22T17:00:00Z",
  started_at: null,
  finished_at: null,
  expires_at: "2026-11-22T18:00:00Z",
  ...fields,
});

const file = { list: "clients" };
const sent: unknown[] = [];

/** Takes what is asked for as the server does; later answers say how far it is. */
function takes(first: Export, ...later: Export[]) {
  const states = [...later];
  server.use(
    http.get("/api/v1/exports", () => HttpResponse.json(page([]))),
    http.post("/api/v1/exports", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: first }, { status: 201 });
    }),
    http.get(`/api/v1/exports/${ID}`, () =>
      HttpResponse.json({ data: states.length > 1 ? states.shift() : states[0] }),
    ),
    http.delete(`/api/v1/exports/${ID}`, () => new HttpResponse(null, { status: 204 })),
  );
}

beforeEach(() => {
  clearToasts();
  sent.length = 0;
  unwatchExport(ID);
  answers(() => page(rows(2), 130));
});

describe("the export of a list (L16)", () => {
  it("says how many rows there are, and asks for the list as it is shown", async () => {
    takes(made());
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    open("/screen?status=active&sort=-mrr&hidden=team&page=3", { file });
    await userEvent.click(await screen.findByRole("button", { name: "Export" }));
    await screen.findByText("130 rows will be exported.");
    await userEvent.click(screen.getByRole("button", { name: "Excel (XLSX)" }));
    await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    expect(clicked.mock.contexts[0]).toHaveProperty(
      "href",
      expect.stringContaining(`/api/v1/exports/${ID}/file`),
    );
    expect(sent).toEqual([
      {
        list_name: "clients",
        format: "xlsx",
        query: "sort=-mrr&status=active",
        columns: ["name", "mrr"],
      },
    ]);
    clicked.mockRestore();
  });

  it("is not there where nothing is taken away", async () => {
    open("/screen", {});
    await screen.findByText("Client 1");
    expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
  });

  it("is not there for who lacks the right it asks for", async () => {
    expect(someone.permissions["activity.export"]).toBeUndefined();
    open("/screen", { file: { ...file, needs: "activity.export" } });
    await screen.findByText("Client 1");
    expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
  });
});

describe("a file that takes a while (F5)", () => {
  const waiting = made({ status: "waiting", done: 0 });
  const running = made({ status: "running", done: 4_500 });

  async function ask() {
    const opened = open("/screen", { file });
    await userEvent.click(await screen.findByRole("button", { name: "Export" }));
    await screen.findByText("130 rows will be exported.");
    await userEvent.click(screen.getByRole("button", { name: "CSV" }));
    return opened;
  }

  it("says how far it is, also after a reload", async () => {
    takes(waiting, running);
    await ask();
    const bar = await screen.findByRole("progressbar", { name: "Clients 2026-11-22.csv" });
    expect(bar).toHaveAttribute("aria-valuetext", "4,500 of 9,000 rows, 50%");
    expect(sessionStorage.getItem("regie-tab:exports")).toContain(ID);
  });

  it("offers the file when it is there, and can be put away", async () => {
    takes(waiting, made({ size: 12 }));
    await ask();
    await screen.findByText("Clients 2026-11-22.csv is ready.");
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByText("Clients 2026-11-22.csv is ready.")).toBeNull();
  });

  it("says when it failed", async () => {
    takes(waiting, made({ status: "failed" }));
    await ask();
    await screen.findByText(/could not be made\. Export the list again\./);
  });

  it("says for how long it has been under way", async () => {
    const began = new Date(Date.now() - 65_000).toISOString();
    takes(waiting, { ...running, created_at: began });
    await ask();
    await screen.findByText(/^1 min [5-9] s$/);
  });

  it("is offered once to a reader who has gone elsewhere, and not again after a reload", async () => {
    takes(waiting, running, made({ size: 12 }));
    const { unmount } = await ask();
    await screen.findByRole("progressbar");
    const { result: toasts } = renderHook(useToasts);
    unmount();
    await waitFor(() => expect(toasts.current).toHaveLength(1));
    expect(toasts.current[0]).toMatchObject({
      summary: "Your export is ready",
      detail: "Clients 2026-11-22.csv",
      action: { label: "Download" },
    });
    expect(sessionStorage.getItem("regie-tab:exports")).toBeNull();
  });

  it("can be stopped", async () => {
    takes(waiting, running);
    await ask();
    await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  });
});
