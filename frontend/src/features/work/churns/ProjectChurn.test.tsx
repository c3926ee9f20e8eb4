// The churn of a retainer: undone entries are folded, and their number shows.
import { fireEvent, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { ProjectChurn } from "./ProjectChurn";

installServer();

const event = (number: number, state: string) => ({
  api_id: `churn-${number}`,
  project: { api_id: "p1", name: "Forfait", can_open: true },
  client: { api_id: "c1", name: "Nord", can_open: true },
  effective_on: `2026-0${number}-28`,
  mrr_lost: { amount: "700.00", currency: "CAD" },
  reason: "price",
  state,
  recorded_by: null,
  created_at: "2026-11-01T12:00:00Z",
});

function answer(events: readonly ReturnType<typeof event>[]) {
  server.use(
    http.get("*/api/v1/churn-events", ({ request }) => {
      const states = new URL(request.url).searchParams.getAll("state");
      const data = events.filter(({ state }) => states.length === 0 || states.includes(state));
      return HttpResponse.json({ data, meta: { total: data.length, page: 1, per_page: 100 } });
    }),
  );
}

it("folds undone entries", async () => {
  answer([event(3, "voided"), event(2, "voided"), event(1, "voided")]);
  renderScreen(() => <ProjectChurn id="p1" />);
  const fold = await screen.findByText("3 undone entries");
  expect(screen.getByText("No churn recorded")).toBeDefined();
  expect(screen.queryByRole("heading", { name: /Churned on/ })).toBeNull();
  const details = fold.closest("details");
  expect(details?.open).toBe(false);
  fireEvent.click(fold);
  expect(screen.getAllByRole("row")).toHaveLength(4);
});

it("shows no fold without undone entries", async () => {
  answer([]);
  renderScreen(() => <ProjectChurn id="p1" />);
  await screen.findByText("No churn recorded");
  expect(document.querySelector("details")).toBeNull();
});
