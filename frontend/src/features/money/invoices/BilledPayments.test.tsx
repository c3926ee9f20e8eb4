// The scheduled payments of an invoice, with links to their projects.
import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { page } from "../../../testing/listScreen";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { BilledPayments } from "./BilledPayments";

installServer();

const payment = {
  api_id: "p1",
  project: { api_id: "r1", name: "Refonte" },
  label: "Deposit",
  sequence: 1,
  period_start: null,
  period_end: null,
  due_on: "2026-11-01",
  amount: { amount: "1250.00", currency: "CAD" },
  status: "paid",
};

function mockServer(payments: object[]): URLSearchParams[] {
  const requests: URLSearchParams[] = [];
  server.use(
    http.get("/api/v1/projects-payments", ({ request }) => {
      requests.push(new URL(request.url).searchParams);
      return HttpResponse.json({ ...page([]), data: payments });
    }),
  );
  return requests;
}

it("links each scheduled payment to its project", async () => {
  const requests = mockServer([payment]);
  renderScreen(() => <BilledPayments invoiceId="i1" />, { at: "/screen", enums: {} });
  const table = within(
    await screen.findByRole("table", { name: "Scheduled payments on this invoice" }),
  );
  const link = table.getByRole("link", { name: "Refonte: Deposit" });
  expect(link).toHaveAttribute("href", "/projects/r1/view?tab=payments");
  expect(table.getByText("CA$1,250.00")).toBeVisible();
  expect(requests[0]?.get("invoice")).toBe("i1");
});

it("shows a message when the invoice bills none", async () => {
  mockServer([]);
  renderScreen(() => <BilledPayments invoiceId="i1" />, { at: "/screen", enums: {} });
  expect(
    await screen.findByText("This invoice is not reconciled with a scheduled payment."),
  ).toBeVisible();
});
