// The health of a client names what the reader's role leaves out of it.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Client, ClientHealth as Health } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { ClientHealth } from "./ClientHealth";

installServer();

async function show(not_counted: Health["not_counted"]) {
  await loadMessages("client");
  const health: Health = { level: "green", computed: "green", set: null, reasons: [], not_counted };
  server.use(http.get("*/api/v1/clients/c1/health", () => HttpResponse.json({ data: health })));
  const client = { api_id: "c1", health: "green", can: [] } as unknown as Client;
  renderScreen(() => <ClientHealth client={client} />);
  await screen.findByText("Nothing needs attention.");
}

it("says which reasons the reader may not see", async () => {
  await show(["money", "hours"]);
  expect(
    screen.getByText(
      "Not counted here because of your role: amounts and hours. Others may see another level.",
    ),
  ).toBeVisible();
});

it("says nothing to those who see all reasons", async () => {
  await show([]);
  expect(screen.queryByText(/Not counted here/)).toBeNull();
});
