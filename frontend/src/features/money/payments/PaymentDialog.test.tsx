// Another amount of an invoiced payment names the closed months of its invoices before it is saved.
import { fireEvent, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { CurrentUser } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { EditPaymentDialog } from "./PaymentDialog";

installServer();

const user: CurrentUser = { ...someone, permissions: { "months.view": "all" } };
const payment = {
  api_id: "p1",
  label: "Deposit",
  sequence: 1,
  period_start: null,
  due_on: "2026-10-15",
  amount: { amount: "500.00", currency: "CAD" },
  currency: "CAD",
  note: null,
  version: 1,
  invoice: { api_id: "i1", name: "1042" },
};

it("names the closed month of the invoice once the amount changes", async () => {
  const months = [{ api_id: "2026-10", starts_on: "2026-10-01", state: "closed" }];
  const allocations = [{ invoice: payment.invoice, issued_on: "2026-10-07" }];
  server.use(
    http.get("*/api/v1/projects-payments/p1", () => HttpResponse.json({ data: payment })),
    http.get("*/api/v1/projects-payments/p1/allocations", () =>
      HttpResponse.json({ data: allocations }),
    ),
    http.get("*/api/v1/months", () => HttpResponse.json({ data: months, meta: { total: 1 } })),
  );
  await loadMessages("receivables");
  renderScreen(() => <EditPaymentDialog id="p1" onClose={() => undefined} />, { user });
  const amount = await screen.findByRole("textbox", { name: /Amount/ });
  expect(screen.queryByText(/is closed/)).toBeNull();
  fireEvent.change(amount, { target: { value: "300.00" } });
  expect(await screen.findByText(/^October 2026 is closed\./)).toBeVisible();
});
