// A proposed match names the closed months that accepting it changes; a match that is linked already does not.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { CurrentUser, Match } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { MatchCard } from "./MatchCard";

installServer();

const user: CurrentUser = {
  ...someone,
  permissions: { "months.view": "all", "matching.view": "all", "matching.edit": "all" },
};
const matchOf = (status: Match["status"]) =>
  ({
    api_id: status,
    kind: "client",
    status,
    name: "Maison Pivoine",
    score: 90,
    target: { api_id: "c1", name: "Pivoine" },
    client: null,
    records: [
      {
        service: "quickbooks",
        external_id: "3",
        api_id: "q3",
        name: "Maison Pivoine inc.",
        detail: null,
        url: null,
        reason: null,
        score: null,
        via_parent: false,
        is_active: true,
        version: "1",
        closed_months: ["2026-10-01"],
      },
    ],
    draft: null,
    is_ready: true,
  }) satisfies Match;

it.each([
  ["proposed", 1],
  ["matched", 0],
] as const)("of a match that is %s names %i closed month", async (status, count) => {
  const data = [{ api_id: "2026-10", starts_on: "2026-10-01", state: "closed" }];
  server.use(http.get("*/api/v1/months", () => HttpResponse.json({ data, meta: { total: 1 } })));
  await loadMessages("administration");
  await loadMessages("terms");
  renderScreen(() => <MatchCard match={matchOf(status)} />, { user });
  await screen.findByRole("heading", { name: "Maison Pivoine" });
  if (count > 0) expect(await screen.findByText(/^October 2026 is closed\./)).toBeVisible();
  else {
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText(/is closed/)).toBeNull();
  }
});
