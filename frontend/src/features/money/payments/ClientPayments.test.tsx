// The upcoming payments of a client: the first few, then all with pages.
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { page } from "../../../testing/listScreen";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { ClientPaymentsPanel } from "./ClientPayments";

installServer();

const payments = Array.from({ length: 12 }, (_, index) => ({
  api_id: `p${index}`,
  project: { api_id: "r1", name: "Refonte" },
  label: `Step ${index + 1}`,
  sequence: index + 1,
  period_start: null,
  period_end: null,
  due_on: "2026-12-01",
  amount: { amount: "100.00", currency: "CAD" },
  status: "planned",
}));

function mockServer(total: number) {
  server.use(
    http.get("/api/v1/projects-payments", ({ request }) => {
      const query = new URL(request.url).searchParams;
      const size = Number(query.get("per_page"));
      const { data, meta } = page([], total, Number(query.get("page") ?? 1), size);
      return HttpResponse.json({
        data: [...data, ...payments.slice(0, size)],
        meta: { ...meta, totals: [] },
      });
    }),
  );
}

const open = () =>
  renderScreen(() => <ClientPaymentsPanel clientId="c1" />, { at: "/screen", enums: {} });

it("shows the first few, and the rest on demand", async () => {
  mockServer(12);
  open();
  const table = within(await screen.findByRole("table"));
  expect(table.queryByText("Step 6")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show 7 more" }));
  expect(await screen.findByText("Step 12")).toBeVisible();
  expect(screen.queryByRole("button", { name: /more/ })).toBeNull();
});

it("has pages when there are more than the maximum of one response", async () => {
  mockServer(250);
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Show 245 more" }));
  expect(await screen.findByRole("button", { name: "Page 3" })).toBeVisible();
});
