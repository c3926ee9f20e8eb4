// Marking payments as invoiced by a number names the closed months of their clients' invoices with that number.
import { fireEvent, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { CurrentUser, Payment } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { PaymentBulkActions } from "./PaymentBulkActions";

installServer();

const user: CurrentUser = {
  ...someone,
  permissions: { "months.view": "all", "payments.edit": "all", "invoices.view": "all" },
};
const payment = {
  api_id: "p1",
  label: "Deposit",
  client: { api_id: "c1", name: "Pivoine" },
  currency: "CAD",
  can: ["link"],
} as unknown as Payment;
const invoiceOf = (client: string, currency: string, issued_on: string) => ({
  api_id: `${client}-${currency}`,
  number: "1042",
  client: { api_id: client, name: client },
  currency,
  issued_on,
});
const months = ["2026-10", "2026-09", "2026-08"].map((api_id) => ({
  api_id,
  starts_on: `${api_id}-01`,
  state: "closed",
}));
const selection = {
  rows: new Map([["p1", payment]]),
  all: false,
  has: () => true,
  select: () => undefined,
  selectAll: () => undefined,
  clear: () => undefined,
};

async function enterNumber(number: string) {
  server.use(
    http.get("*/api/v1/months", () => HttpResponse.json({ data: months, meta: { total: 3 } })),
  );
  await loadMessages("receivables");
  renderScreen(
    () => (
      <PaymentBulkActions
        selection={selection}
        count={1}
        read={async () => [payment]}
        showFailed={() => undefined}
      />
    ),
    { user },
  );
  fireEvent.click(await screen.findByRole("button", { name: "Mark as invoiced…" }));
  fireEvent.change(await screen.findByRole("textbox", { name: /number/i }), {
    target: { value: number },
  });
}

it("names the closed month of the invoice that the number finds, not of others", async () => {
  const searches: URLSearchParams[] = [];
  server.use(
    http.get("*/api/v1/invoices", ({ request }) => {
      searches.push(new URL(request.url).searchParams);
      const data = [
        invoiceOf("c1", "CAD", "2026-10-07"),
        invoiceOf("c2", "CAD", "2026-09-07"),
        invoiceOf("c1", "USD", "2026-08-07"),
      ];
      return HttpResponse.json({ data, meta: { total: 3 } });
    }),
  );
  await enterNumber("1042 ");
  expect(await screen.findByText(/^October 2026 is closed\./)).toBeVisible();
  expect(searches.map((query) => query.get("number"))).toEqual(["1042"]);
  const statuses = ["open", "partially_paid", "paid", "credit", "overdue"];
  expect(searches[0]?.getAll("status")).toEqual(statuses);
});

it("says that the invoices could not be read, and reads them again", async () => {
  let isDown = true;
  server.use(
    http.get("*/api/v1/invoices", () =>
      isDown
        ? HttpResponse.json({}, { status: 403 })
        : HttpResponse.json({ data: [invoiceOf("c1", "CAD", "2026-10-07")], meta: { total: 1 } }),
    ),
  );
  await enterNumber("1042");
  const retry = await screen.findByRole("button", { name: "Try again" });
  isDown = false;
  fireEvent.click(retry);
  expect(await screen.findByText(/^October 2026 is closed\./)).toBeVisible();
});
