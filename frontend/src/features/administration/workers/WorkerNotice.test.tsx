// Tests the notice about a missing worker: for administrators only, with the last time and what to do.
import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import type { CurrentUser } from "../../../api/types";
import { activateLocale } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { WorkerNotice } from "./WorkerNotice";

installServer();

const admin: CurrentUser = {
  ...someone,
  roles: ["admin"],
  permissions: { "connections.run": "all" },
  timezone: "America/Toronto",
};

function show(status: { is_running: boolean; seen_at: string | null }, user: CurrentUser = admin) {
  const requested = vi.fn();
  server.use(
    http.get("/api/v1/worker-status", () => {
      requested();
      return HttpResponse.json({ data: status });
    }),
  );
  renderScreen(
    () => (
      <>
        <p>screen</p>
        <WorkerNotice />
      </>
    ),
    { user },
  );
  return requested;
}

it("names the time of the last heartbeat, in both languages, and the command to run", async () => {
  show({ is_running: false, seen_at: "2026-11-20T17:00:00Z" });
  const notice = await screen.findByRole("status");
  expect(notice).toHaveTextContent("No worker has been running since Nov 20, 2026, 12:00 PM");
  expect(notice).toHaveTextContent("regie worker");
  await act(() => activateLocale("fr-ca"));
  expect(notice).toHaveTextContent(
    "Aucun processus d’arrière-plan ne fonctionne depuis le 20 nov. 2026, 12 h 00",
  );
  await act(() => activateLocale("en-us"));
});

it("says that no worker has run yet", async () => {
  show({ is_running: false, seen_at: null });
  expect(await screen.findByText(/No worker has been started yet/)).toBeVisible();
});

it("shows nothing while a worker runs", async () => {
  const requested = show({ is_running: true, seen_at: "2026-11-20T17:00:00Z" });
  await waitFor(() => expect(requested).toHaveBeenCalled());
  await screen.findByText("screen");
  expect(screen.queryByRole("status")).not.toBeInTheDocument();
});

it("does not ask for users who cannot start a synchronization", async () => {
  const requested = show({ is_running: false, seen_at: null }, { ...admin, permissions: {} });
  await screen.findByText("screen");
  expect(requested).not.toHaveBeenCalled();
});
