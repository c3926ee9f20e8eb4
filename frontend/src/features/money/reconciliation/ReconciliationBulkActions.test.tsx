// Before proposals are accepted, the closed months of their invoices are named, also of those on other pages.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { CurrentUser, ReconciliationProposal } from "../../../api/types";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { ReconciliationBulkActions } from "./ReconciliationBulkActions";

installServer();

const user: CurrentUser = {
  ...someone,
  permissions: { "months.view": "all", "payments.edit": "all" },
};
const proposal = (api_id: string, issued_on: string) =>
  ({ api_id, issued_on }) as ReconciliationProposal;
const shown = proposal("p1", "2026-10-07");
const onAnotherPage = proposal("p2", "2026-09-07");

it.each([
  [false, /^October 2026 is closed\./],
  [true, /^September 2026, October 2026 are closed\./],
])("with all selected: %s", async (all, text) => {
  const data = ["2026-10", "2026-09"].map((name) => ({
    api_id: name,
    starts_on: `${name}-01`,
    state: "closed",
  }));
  server.use(http.get("*/api/v1/months", () => HttpResponse.json({ data, meta: { total: 2 } })));
  const selection = {
    rows: new Map([[shown.api_id, shown]]),
    all,
    has: () => true,
    select: () => undefined,
    selectAll: () => undefined,
    clear: () => undefined,
  };
  renderScreen(
    () => (
      <ReconciliationBulkActions
        selection={selection}
        count={all ? 2 : 1}
        read={async () => [shown, onAnotherPage]}
        showFailed={() => undefined}
      />
    ),
    { user },
  );
  expect(await screen.findByText(text)).toBeVisible();
});
