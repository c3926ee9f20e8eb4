// A link of an unclosed month shows only the services that were not synchronized since its end.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Connection, CurrentUser } from "../../../api/types";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { Services } from "./Services";

installServer();

const admin: CurrentUser = {
  ...someone,
  roles: ["admin"],
  permissions: { "connections.view": "all" },
};
const connectionOf = (
  service: Connection["service"],
  last_success_at: string | null,
  state: Connection["state"] = "ok",
) => ({
  service,
  state,
  last_success_at,
  next_run_at: null,
  consent_ends_at: null,
  last_run: null,
  message: null,
  what_to_do: null,
});

it.each([
  ["/screen?synced_before=2026-11-01", "off", ["Teamwork"]],
  // Connected, and never synchronized.
  ["/screen?synced_before=2026-11-01", "never", ["Teamwork", "QuickBooks"]],
  ["/screen", "off", ["Teamwork", "HubSpot", "QuickBooks"]],
] as const)("shows at %s, with QuickBooks %s, the services %j", async (at, state, names) => {
  const data = [
    connectionOf("teamwork", "2026-11-01T03:59:59Z"), // the last second of October in Montréal
    connectionOf("hubspot", "2026-11-01T04:00:00Z"),
    connectionOf("quickbooks", null, state),
  ];
  server.use(http.get("*/api/v1/connections", () => HttpResponse.json({ data })));
  renderScreen(() => <Services />, { at, user: admin });
  await screen.findByRole("region", { name: "Teamwork" });
  const shown = screen.getAllByRole("region").map((card) => card.getAttribute("aria-label"));
  expect(shown).toEqual(names);
});
