// Tests the age of synchronized records, and records deleted in their service.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Connection, CurrentUser } from "../../api/types";
import { renderScreen } from "../../testing/renderScreen";
import { installServer, server, someone } from "../../testing/server";
import { SyncedText } from "./SourceLinks";

installServer();

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const user = { ...someone, permissions: { "connections.view": "all" } };

function answers(state: Connection["state"], hours: number): void {
  const success = { service: "hubspot", last_success_at: ago(hours) };
  server.use(
    http.get("/api/v1/connections", () => HttpResponse.json({ data: [{ ...success, state }] })),
    http.get("/api/v1/synchronizations", () => HttpResponse.json({ data: [success] })),
  );
}

const show = (gone: string | null = null, reader: CurrentUser = user) =>
  renderScreen(
    () => (
      <p>
        <SyncedText service="hubspot" at={ago(72)} deletedAt={gone} />
      </p>
    ),
    { user: reader },
  );

it("shows the last synchronization of its service", async () => {
  answers("ok", 1);
  show();
  expect(await screen.findByText("1 hour ago")).toBeVisible();
  expect(screen.queryByText("Out of date")).toBeNull();
});

it.each([
  [1, false],
  [3, true],
])("needs no permission for connections: %i h ago, stale: %s", async (hours, stale) => {
  answers("ok", hours);
  show(null, { ...someone, permissions: {} });
  expect(await screen.findByText(hours === 1 ? "1 hour ago" : "3 hours ago")).toBeVisible();
  expect(screen.queryByText("Out of date") !== null).toBe(stale);
});

it.each(["stale", "needs_attention", "off"] as const)(
  "is marked as stale when its service is %s",
  async (state) => {
    answers(state, 3);
    show();
    expect(await screen.findByText("3 hours ago")).toBeVisible();
    expect(screen.getByText("Out of date")).toBeVisible();
  },
);

it("shows its own age while the service's state is unknown", async () => {
  server.use(
    http.get("/api/v1/connections", () => HttpResponse.json({}, { status: 503 })),
    http.get("/api/v1/synchronizations", () => HttpResponse.json({}, { status: 503 })),
  );
  show();
  expect(await screen.findByText("3 days ago")).toBeVisible();
  expect(screen.getByText("Out of date")).toBeVisible();
});

it("reports that its service has deleted it", async () => {
  answers("ok", 1);
  show(ago(48));
  expect(await screen.findByText(/Deleted in HubSpot/)).toBeVisible();
});
