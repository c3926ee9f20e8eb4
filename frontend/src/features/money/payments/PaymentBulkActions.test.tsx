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
  can: ["link"],
} as unknown as Payment;
const invoiceOf = (number: string, client: string, issued_on: string) => ({
  api_id: `${number}-${client}`,
  number,
  client: { api_id: client, name: client },
  issued_on,
});

it("names the closed month of the invoice with the number, not of others", async () => {
  const months = ["2026-10", "2026-09", "2026-08"].map((api_id) => ({
    api_id,
    starts_on: `${api_id}-01`,
    state: "closed",
  }));
  const invoices = [
    invoiceOf("1042", "c1", "2026-10-07"),
    invoiceOf("1042", "c2", "2026-09-07"),
    invoiceOf("10421", "c1", "2026-08-07"),
  ];
  const searches: (string | null)[] = [];
  server.use(
    http.get("*/api/v1/months", () => HttpResponse.json({ data: months, meta: { total: 3 } })),
    http.get("*/api/v1/invoices", ({ request }) => {
      searches.push(new URL(request.url).searchParams.get("search"));
      return HttpResponse.json({ data: invoices, meta: { total: 3 } });
    }),
  );
  await loadMessages("receivables");
  const selection = {
    rows: new Map([["p1", payment]]),
    all: false,
    has: () => true,
    select: () => undefined,
    selectAll: () => undefined,
    clear: () => undefined,
  };
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
    target: { value: "1042 " },
  });
  expect(await screen.findByText(/^October 2026 is closed\./)).toBeVisible();
  expect(searches).toEqual(["1042"]);
});
