// Tests the selection: single rows, ranges, pages and all rows; export, bulk changes and clearing.
import { IconArchive } from "@tabler/icons-react";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { currentToasts } from "../../lib/toasts";
import { handleList, installLists, openList, page, type Row, rows } from "../../testing/listScreen";
import { server } from "../../testing/server";
import { BulkActions } from "./BulkActions";
import type { Bulk, BulkAction } from "./bulk";

installLists();

const TOTAL = 23;
const file = { list: "clients" };
const all = rows(TOTAL);
const action: BulkAction<Row> = {
  requires: ["clients.view"],
  path: "/clients/batches",
  label: "selection.archive.action",
  icon: IconArchive,
  done: "selection.archive.done",
  undo: () => ({ archived: false }),
  change: { archived: true },
};
const bulk: Bulk<Row> = {
  requires: action.requires,
  Actions: (props) => <BulkActions {...props} actions={[action]} nameOf={({ name }) => name} />,
};

beforeEach(() => {
  handleList((query) => {
    const [at, size] = ["page", "per_page"].map((name) => Number(query.get(name))) as [
      number,
      number,
    ];
    return page(all.slice((at - 1) * size, at * size), TOTAL, at, size);
  });
});

const box = (name: string) => screen.findByRole("checkbox", { name: `Select ${name}` });
const checked = () =>
  screen
    .getAllByRole("checkbox", { name: /^Select Client/, checked: true })
    .map((one) => one.getAttribute("aria-labelledby")?.match(/id-(\d+)-name/)?.[1]);
const bar = () => screen.findByRole("region", { name: "Selection" });

describe("selecting rows (L14)", () => {
  it("selects a row, a range with Shift and the page, shows the count, and clears on Esc", async () => {
    openList("/screen", { file });
    const user = userEvent.setup();
    const head = await screen.findByRole("checkbox", { name: "Select all rows on this page" });
    await user.click(await box("Client 3"));
    expect(head).toBePartiallyChecked();
    expect(within(await bar()).getByText("1 selected")).toBeVisible();
    await user.keyboard("{Shift>}");
    await user.click(await box("Client 6"));
    await user.keyboard("{/Shift}");
    expect(checked()).toEqual(["2", "3", "4", "5"]);
    expect(document.querySelector("[aria-live=polite]")).toHaveTextContent("4 selected");
    await user.click(head);
    expect(head).toBeChecked();
    expect(within(await bar()).getByText("10 selected")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
    expect(head).not.toBeChecked();
  });

  it("keeps the selection across pages and clears it when the filters change", async () => {
    openList("/screen", { file });
    const user = userEvent.setup();
    await user.click(await box("Client 2"));
    await user.click(await screen.findByRole("button", { name: "Page 2" }));
    await user.click(await box("Client 12"));
    expect(within(await bar()).getByText("2 selected")).toBeVisible();
    await user.type(screen.getByRole("searchbox"), "x");
    await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
    await user.clear(screen.getByRole("searchbox"));
    expect(await box("Client 2")).not.toBeChecked();
  });

  it("has no checkboxes without actions", async () => {
    openList("/screen", {}, { ...bulk, requires: ["users.delete"] });
    await screen.findByText("Client 1");
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});

describe("exporting the selection (L14, L16)", () => {
  it("exports the selected rows, or the list as shown when all are selected", async () => {
    const sent: Record<string, unknown>[] = [];
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    server.use(
      http.post("/api/v1/exports", async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        return HttpResponse.json({ data: { api_id: "e", status: "ready" } }, { status: 201 });
      }),
    );
    openList("/screen?status=active", { file });
    const user = userEvent.setup();
    await user.click(await box("Client 2"));
    await user.click(within(await bar()).getByRole("button", { name: "Export as CSV" }));
    await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    await user.click(within(await bar()).getByRole("button", { name: "Select all 23" }));
    expect(within(await bar()).getByText("23 selected")).toBeVisible();
    await user.click(within(await bar()).getByRole("button", { name: "Export as Excel" }));
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(2));
    expect(sent.map(({ format, ids, query }) => [format, ids, query])).toEqual([
      ["csv", ["id-1"], "sort=name&status=active"],
      ["xlsx", undefined, "sort=name&status=active"],
    ]);
    clicked.mockRestore();
  });
});

describe("bulk changes (L15)", () => {
  const sentBatches: { ids: string[]; change: object }[] = [];
  const refusing = (...refused: string[]) => {
    sentBatches.length = 0;
    server.use(
      http.post("/api/v1/clients/batches", async ({ request }) => {
        const body = (await request.json()) as { ids: string[]; change: object };
        sentBatches.push(body);
        const results = body.ids.map((id) =>
          refused.includes(id)
            ? {
                status: 422,
                code: "client_active",
                message: "It is active",
                errors: {},
                data: null,
              }
            : { status: 200, code: null, message: null, errors: {}, data: null },
        );
        return HttpResponse.json({ data: { results } });
      }),
    );
  };

  it("reports changed rows, and lists failed ones with reasons and leaves them selected", async () => {
    refusing("id-2");
    openList("/screen", {}, bulk);
    const user = userEvent.setup();
    for (const number of [1, 2, 3, 4]) await user.click(await box(`Client ${number}`));
    await user.click(within(await bar()).getByRole("button", { name: "Archive" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Client 3 – It is active");
    expect(checked()).toEqual(["2"]);
    expect(currentToasts().map(({ summary }) => summary)).toEqual(["3 records archived"]);
    currentToasts()[0]?.action?.run();
    await waitFor(() => expect(sentBatches).toHaveLength(2));
    expect(sentBatches[1]).toEqual({ ids: ["id-0", "id-1", "id-3"], change: { archived: false } });
  });

  it("changes every row when all are selected, including rows that were not shown", async () => {
    refusing();
    openList("/screen", {}, bulk);
    const user = userEvent.setup();
    await user.click(await box("Client 1"));
    await user.click(within(await bar()).getByRole("button", { name: "Select all 23" }));
    await user.click(within(await bar()).getByRole("button", { name: "Archive" }));
    await waitFor(() => expect(sentBatches).toHaveLength(1));
    expect(sentBatches[0]?.ids).toHaveLength(TOTAL);
    await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
  });

  it("changes more than a thousand rows, a hundred at a time", async () => {
    refusing();
    const many = rows(1_230);
    handleList((query) => {
      const [at, size] = [Number(query.get("page")), Number(query.get("per_page"))];
      return page(many.slice((at - 1) * size, at * size), many.length, at, size);
    });
    openList("/screen", {}, bulk);
    const user = userEvent.setup();
    await user.click(await box("Client 1"));
    await user.click(within(await bar()).getByRole("button", { name: "Select all 1,230" }));
    await user.click(within(await bar()).getByRole("button", { name: "Archive" }));
    await waitFor(() => expect(sentBatches).toHaveLength(13));
    expect(new Set(sentBatches.flatMap(({ ids }) => ids)).size).toBe(1_230);
  });

  it("leaves all rows selected when the request fails", async () => {
    server.use(http.post("/api/v1/clients/batches", () => new HttpResponse(null, { status: 500 })));
    openList("/screen", {}, bulk);
    const user = userEvent.setup();
    await user.click(await box("Client 1"));
    await user.click(await box("Client 2"));
    const archive = within(await bar()).getByRole("button", { name: "Archive" });
    await user.click(archive);
    await waitFor(() => expect(archive).toBeEnabled());
    expect(checked()).toEqual(["0", "1"]);
  });
});
