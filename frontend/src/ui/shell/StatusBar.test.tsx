// Tests the line of the state: offline, a newer version, and a connection that failed.
import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CurrentUser } from "../../api/types";
import { reportNewVersion } from "../../lib/newVersion";
import { renderScreen } from "../../testing/renderScreen";
import { installServer, server, someone } from "../../testing/server";
import { FormButtons } from "../form/FormButtons";
import { StatusBar } from "./StatusBar";

installServer();
afterEach(() => vi.restoreAllMocks());

const permissions = { "connections.view": "all", "connections.run": "all" };
const administrator = { ...someone, roles: ["admin"], permissions } as CurrentUser;

function handleConnections(states: Record<string, string>) {
  const data = Object.entries(states).map(([service, state]) => ({ service, state }));
  server.use(http.get("/api/v1/connections", () => HttpResponse.json({ data })));
}

function show(user: CurrentUser = someone) {
  const screenWithForm = () => (
    <>
      <FormButtons label="Save" busy={false} onCancel={() => undefined} />
      <StatusBar />
    </>
  );
  return renderScreen(screenWithForm, { user, otherPaths: ["/admin/connections"] });
}

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? "online" : "offline")));
}

describe("without a network", () => {
  it("says so, and disables what saves with the reason", async () => {
    show();
    const save = await screen.findByRole("button", { name: "Save" });
    expect(screen.getByRole("status")).toHaveTextContent(/^$/);
    setOnline(false);
    expect(screen.getByRole("status")).toHaveTextContent("You are offline.");
    expect(save).toBeDisabled();
    expect(save).toHaveAttribute("title", "Nothing can be saved until the connection is back.");
    setOnline(true);
    expect(screen.getByRole("status")).toHaveTextContent(/^$/);
    expect(save).toBeEnabled();
  });
});

describe("a failed connection", () => {
  it("is named for administrators who may synchronize", async () => {
    handleConnections({ hubspot: "needs_attention", teamwork: "ok", quickbooks: "off" });
    show(administrator);
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("HubSpot"));
    expect(screen.getByRole("status")).not.toHaveTextContent(/Teamwork|QuickBooks/);
    expect(screen.getByRole("link")).toHaveAttribute("href", "/admin/connections");
  });

  it("is not requested without the permission", async () => {
    show();
    await screen.findByRole("button", { name: "Save" });
    expect(screen.getByRole("status")).toHaveTextContent(/^$/);
  });
});

it("offers to reload for a newer version", async () => {
  show();
  await screen.findByRole("button", { name: "Save" });
  act(reportNewVersion);
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
});
