// A win back asks for a reason; the churn then says who recorded it, when and why.
import { fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { ChurnEvent } from "../../../api/types";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { ChurnDetail } from "./ChurnDetail";

installServer();

const ref = { api_id: "p1", name: "Forfait", can_open: true };
const churn: ChurnEvent = {
  api_id: "churn-1",
  project: ref,
  client: ref,
  account_manager: ref,
  notice_on: null,
  effective_on: "2026-09-30",
  reason: "price",
  preventable: true,
  initiated_by: "client",
  note: "Parti",
  competitor: null,
  scope: "project",
  tenure_months: 9,
  state: "confirmed",
  won_back_on: null,
  won_back_at: null,
  won_back_by: null,
  won_back_reason: null,
  rejection_reason: null,
  recorded_by: null,
  currency: "CAD",
  created_at: "2026-10-01T12:00:00Z",
  updated_at: "2026-10-01T12:00:00Z",
  version: 3,
  attribution: [],
  days_waiting: null,
  mrr_lost: { amount: "700.00", currency: "CAD" },
  can: ["win_back"],
};

it("sends the reason with the version that was read", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/v1/churn-events/churn-1/win-backs", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: churn }, { status: 201 });
    }),
  );
  renderScreen(() => <ChurnDetail event={churn} />);
  expect(screen.queryByText("Won back by")).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: /Forfait/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Record win-back…" }));
  const dialog = await screen.findByRole("dialog", { name: "Record win-back: Forfait" });
  fireEvent.change(await within(dialog).findByLabelText("Reason for the win-back"), {
    target: { value: "Back for SEO" },
  });
  fireEvent.click(within(dialog).getByRole("button", { name: "Record win-back" }));
  await expect.poll(() => sent).toEqual([{ reason: "Back for SEO", version: 3 }]);
});

it("shows who won the retainer back and why", async () => {
  const wonBack: ChurnEvent = {
    ...churn,
    state: "won_back",
    won_back_on: "2026-11-20",
    won_back_at: "2026-11-20T12:00:00Z",
    won_back_by: { api_id: "u1", name: "Maëlle Tremblay" },
    won_back_reason: "Back for SEO",
    can: [],
  };
  renderScreen(() => <ChurnDetail event={wonBack} />);
  await screen.findByText("Maëlle Tremblay");
  expect(screen.getByText("Back for SEO")).toBeDefined();
});
