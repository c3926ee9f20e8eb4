// The scheduled payments of an invoice, with links to their projects.
import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { BilledPayments } from "./BilledPayments";

installServer();

const allocation = {
  payment: { api_id: "p1", label: "Deposit", sequence: 1, period_start: null },
  project: { api_id: "r1", name: "Refonte" },
  invoice: { api_id: "i1", name: "1042" },
  issued_on: "2026-11-01",
  invoice_status: null,
  amount: { amount: "1250.00", currency: "CAD" },
  paid_amount: { amount: "300.00", currency: "CAD" },
};

function mockServer(allocations: object[]) {
  server.use(
    http.get("/api/v1/invoices/i1/allocations", () => HttpResponse.json({ data: allocations })),
  );
}

it("links each scheduled payment to its project", async () => {
  mockServer([allocation]);
  renderScreen(() => <BilledPayments invoiceId="i1" />, { at: "/screen", enums: {} });
  const table = within(
    await screen.findByRole("table", { name: "Scheduled payments on this invoice" }),
  );
  const link = table.getByRole("link", { name: "Refonte: Deposit" });
  expect(link).toHaveAttribute("href", "/projects/r1/view?tab=payments");
  expect(table.getByText("CA$1,250.00")).toBeVisible();
  expect(table.getByText("CA$300.00")).toBeVisible();
});

it("shows a message when the invoice bills none", async () => {
  mockServer([]);
  renderScreen(() => <BilledPayments invoiceId="i1" />, { at: "/screen", enums: {} });
  expect(
    await screen.findByText("This invoice is not reconciled with a scheduled payment."),
  ).toBeVisible();
});
