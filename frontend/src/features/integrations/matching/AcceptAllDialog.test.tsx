// Before all certain matches are accepted, the closed months that their links change are named.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { CurrentUser } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { AcceptAllDialog } from "./AcceptAllDialog";

installServer();

const user: CurrentUser = {
  ...someone,
  permissions: { "months.view": "all", "matching.view": "all", "matching.edit": "all" },
};
const matchOf = (api_id: string, ...closed_months: string[]) => ({
  api_id,
  name: api_id,
  records: [{ closed_months: [] }, { closed_months }],
});

it("names the closed months of all matches, also those of later pages", async () => {
  const months = ["2026-10", "2026-09", "2026-08"].map((api_id) => ({
    api_id,
    starts_on: `${api_id}-01`,
    state: "closed",
  }));
  const pages = [[matchOf("a", "2026-10-01"), matchOf("b")], [matchOf("c", "2026-08-01")]];
  server.use(
    http.get("*/api/v1/months", () => HttpResponse.json({ data: months, meta: { total: 3 } })),
    http.get("*/api/v1/account-managers", () => HttpResponse.json({ data: [], meta: {} })),
    http.get("*/api/v1/matches", ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get("page"));
      return HttpResponse.json({ data: pages[page - 1], meta: { total: 3, last_page: 2 } });
    }),
  );
  await loadMessages("administration");
  const filter = { kind: "person", status: "proposed", search: "" } as const;
  renderScreen(() => <AcceptAllDialog filter={filter} count={3} onClose={() => undefined} />, {
    user,
  });
  expect(await screen.findByText(/^August 2026, October 2026 are closed\./)).toBeVisible();
  expect(screen.getByRole("button", { name: "Accept 3" })).toBeEnabled();
});
