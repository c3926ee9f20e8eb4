// Tests the notice of sample data: who sees it, and that its removal names and sends what was added.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import type { CurrentUser, SampleData } from "../../api/types";
import { renderScreen } from "../../testing/renderScreen";
import { installServer, server, someone, startAs } from "../../testing/server";
import { SampleDataNotice } from "./SampleDataNotice";

installServer();

const loaded: SampleData = {
  state: "loaded",
  progress: 100,
  can_load: false,
  error: null,
  added: [{ kind: "clients", count: 2 }],
};
const none: SampleData = { ...loaded, state: "none", progress: 0, can_load: true, added: [] };
const reader = { ...someone, has_sample_data: true };
const owner = { ...reader, permissions: { "settings.edit": "all" } };

function open(user: CurrentUser, first: SampleData) {
  const read = vi.fn();
  const removed = vi.fn();
  server.use(
    http.get("/api/v1/sample-data", () => {
      read();
      return HttpResponse.json({ data: removed.mock.calls.length ? none : first });
    }),
    http.post("/api/v1/sample-data/removals", async ({ request }) => {
      removed(await request.json());
      startAs({ ...user, has_sample_data: false });
      return HttpResponse.json({ data: { ...first, state: "removing" } }, { status: 201 });
    }),
  );
  const view = renderScreen(
    () => (
      <>
        <SampleDataNotice />
        <p>Screen</p>
      </>
    ),
    { user },
  );
  return { ...view, read, removed };
}

it("is not shown without sample data, and asks for nothing", async () => {
  const { read } = open({ ...owner, has_sample_data: false }, none);
  await screen.findByText("Screen");
  expect(screen.queryByRole("region")).toBeNull();
  expect(read).not.toHaveBeenCalled();
});

it("says to everyone that the figures are fictional, without a button", async () => {
  const { read } = open(reader, loaded);
  const notice = await screen.findByRole("region", { name: "Sample data" });
  expect(notice).toHaveTextContent("Every client, person and figure here is fictional.");
  expect(screen.queryByRole("button")).toBeNull();
  expect(read).not.toHaveBeenCalled();
});

it("removes the sample after a question that names what was added", async () => {
  const { removed } = open(owner, loaded);
  await userEvent.click(await screen.findByRole("button", { name: "Remove sample data…" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove the sample data?" });
  expect(dialog).toHaveTextContent("2 clients");
  expect(removed).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Remove sample data" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Sample data" })).toBeNull());
  expect(removed).toHaveBeenCalledExactlyOnceWith({ added: 2 });
});

it("says why a removal stopped", async () => {
  open(owner, { ...loaded, error: "added" });
  const notice = await screen.findByRole("region", { name: "Sample data" });
  await waitFor(() => expect(notice).toHaveTextContent("The sample data was not removed"));
});
