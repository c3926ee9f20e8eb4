// Holds an invoice's payments to what the server names: each leads to its project's schedule, and none is said to be none.
import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { page } from "../../../testing/listScreen";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { SettledPayments } from "./SettledPayments";

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

function answers(payments: object[]): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get("/api/v1/projects-payments", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ ...page([]), data: payments });
    }),
  );
  return asked;
}

it("names what the invoice bills, with a way there", async () => {
  const asked = answers([payment]);
  renderScreen(() => <SettledPayments invoiceId="i1" />, { at: "/screen", enums: {} });
  const table = within(await screen.findByRole("table", { name: "Scheduled payments it bills" }));
  const link = table.getByRole("link", { name: "Refonte: Deposit" });
  expect(link).toHaveAttribute("href", "/projects/r1/view?tab=payments");
  expect(table.getByText("CA$1,250.00")).toBeVisible();
  expect(asked[0]?.get("invoice")).toBe("i1");
});

it("says so where it bills none", async () => {
  answers([]);
  renderScreen(() => <SettledPayments invoiceId="i1" />, { at: "/screen", enums: {} });
  expect(await screen.findByText("It bills no scheduled payment.")).toBeVisible();
});
