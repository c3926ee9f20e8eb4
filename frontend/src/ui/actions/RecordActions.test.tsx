// Tests a record's menu: reversible actions offer an undo, irreversible ones ask first and run once.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { api } from "../../api/client";
import { useToasts } from "../../lib/toasts";
import { renderScreen } from "../../testing/renderScreen";
import { installServer, server } from "../../testing/server";
import { RecordActions } from "./RecordActions";
import type { RecordAction, Reversible } from "./recordAction";

installServer();

const record = { api_id: "c1", name: "Maison Pivoine" };

function Toasts() {
  return useToasts().map((toast) => (
    <p key={toast.id}>
      {toast.summary}{" "}
      <button type="button" onClick={toast.action?.run}>
        {toast.action?.label}
      </button>
    </p>
  ));
}

async function pick(actions: readonly RecordAction[], label: string) {
  const user = userEvent.setup();
  renderScreen(() => (
    <>
      <RecordActions path="/clients" record={record} actions={actions} />
      <Toasts />
    </>
  ));
  await user.click(await screen.findByRole("button", { name: "More actions: Maison Pivoine" }));
  await user.click(await screen.findByRole("menuitem", { name: label }));
  return user;
}

describe("a record's menu", () => {
  it("runs a reversible action at once and undoes it", async () => {
    const done: boolean[] = [];
    const archiving = (on: boolean): Reversible => ({
      run: async () => done.push(on),
      done: on ? "Archived" : "Back",
      undo: () => archiving(!on),
    });
    const archive = { label: "Archive", icon: null, reversible: archiving(true) };
    const user = await pick([archive], "Archive");
    expect(await screen.findByText("Archived")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Back")).toBeVisible();
    expect(done).toEqual([true, false]);
  });

  const removal = (run: () => Promise<unknown>, leave: () => Promise<void>): RecordAction => ({
    label: "Delete",
    icon: null,
    danger: true,
    irreversible: {
      run,
      done: "Deleted",
      confirmation: { title: "Delete Maison Pivoine?", detail: "For good." },
      onDeleted: leave,
    },
  });

  it("asks before an irreversible action and does nothing on cancel", async () => {
    const run = vi.fn(async () => undefined);
    const leave = vi.fn(async () => undefined);
    const user = await pick([removal(run, leave)], "Delete");
    await screen.findByRole("dialog", { name: "Delete Maison Pivoine?" });
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(run).not.toHaveBeenCalled();
  });

  it("stays on the page when the server refuses to delete the record", async () => {
    server.use(
      http.delete("/api/v1/clients/c1", () =>
        HttpResponse.json({ message: "No" }, { status: 422 }),
      ),
    );
    const leave = vi.fn(async () => undefined);
    const user = await pick(
      [removal(() => api.delete("/clients/{id}", { params: { id: "c1" } }), leave)],
      "Delete",
    );
    await screen.findByRole("dialog", { name: "Delete Maison Pivoine?" });
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(leave).not.toHaveBeenCalled();
    expect(screen.queryByText("Deleted")).not.toBeInTheDocument();
  });
});
