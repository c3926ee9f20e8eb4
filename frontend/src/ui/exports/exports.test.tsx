// Tests the export of a list: the number of rows, the request, and the progress of a large export.
import { renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Export } from "../../api/types";
import { clearToasts, useToasts } from "../../lib/toasts";
import { handleList, installLists, openList, page, rows } from "../../testing/listScreen";
import { server, someone } from "../../testing/server";
import { unwatchExport } from "./watchedExports";

installLists();

const ID = "0199a3b2-0000-7000-8000-00000000000e";
const createExport = (fields: Partial<Export> = {}): Export => ({
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

/** Responds like the server; later responses report the progress. */
function handleExports(first: Export, ...later: Export[]) {
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
  handleList(() => page(rows(2), 130));
});

describe("the export of a list (L16)", () => {
  it("shows the number of rows and requests the list as shown", async () => {
    handleExports(createExport());
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    openList("/screen?status=active&sort=-mrr&hidden=team&page=3", { file });
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

  it("has no button for a list without an export", async () => {
    openList("/screen", {});
    await screen.findByText("Client 1");
    expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
  });

  it("has no button without the permission", async () => {
    expect(someone.permissions["activity.export"]).toBeUndefined();
    openList("/screen", { file: { ...file, requires: "activity.export" } });
    await screen.findByText("Client 1");
    expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
  });
});

describe("a large export (F5)", () => {
  const waiting = createExport({ status: "waiting", done: 0 });
  const running = createExport({ status: "running", done: 4_500 });

  async function ask() {
    const opened = openList("/screen", { file });
    await userEvent.click(await screen.findByRole("button", { name: "Export" }));
    await screen.findByText("130 rows will be exported.");
    await userEvent.click(screen.getByRole("button", { name: "CSV" }));
    return opened;
  }

  it("shows its progress, also after a reload", async () => {
    handleExports(waiting, running);
    await ask();
    const bar = await screen.findByRole("progressbar", { name: "Clients 2026-11-22.csv" });
    expect(bar).toHaveAttribute("aria-valuetext", "4,500 of 9,000 rows, 50%");
    expect(sessionStorage.getItem("regie-tab:exports")).toContain(ID);
  });

  it("offers the file when it is ready, and can be dismissed", async () => {
    handleExports(waiting, createExport({ size: 12 }));
    await ask();
    await screen.findByText("Clients 2026-11-22.csv is ready.");
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByText("Clients 2026-11-22.csv is ready.")).toBeNull();
  });

  it("reports a failure", async () => {
    handleExports(waiting, createExport({ status: "failed" }));
    await ask();
    await screen.findByText(/could not be created\. Export the list again\./);
  });

  it("shows the elapsed time", async () => {
    const began = new Date(Date.now() - 65_000).toISOString();
    handleExports(waiting, { ...running, created_at: began });
    await ask();
    await screen.findByText(/^1 min [5-9] s$/);
  });

  it("is offered once on another screen, and not again after a reload", async () => {
    handleExports(waiting, running, createExport({ size: 12 }));
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

  it("stops on request", async () => {
    handleExports(waiting, running);
    await ask();
    await userEvent.click(await screen.findByRole("button", { name: "Cancel export" }));
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  });
});
