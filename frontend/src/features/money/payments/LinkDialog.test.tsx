// Linking an invoice of a closed month to a payment names the month before it is saved.
import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { CurrentUser, InvoiceSuggestion } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server, someone } from "../../../testing/server";
import { SuggestionCard } from "./SuggestionCard";

installServer();

const user: CurrentUser = { ...someone, permissions: { "months.view": "all" } };
const money = { amount: "100.00", currency: "CAD" };
const suggestionOf = (number: string, issued_on: string) =>
  ({
    invoice: {
      api_id: number,
      number,
      issued_on,
      subtotal: money,
      unallocated: money,
      project: null,
    },
    amount: money,
    reasons: [],
  }) as unknown as InvoiceSuggestion;

it("names the closed month of the invoice that may be linked", async () => {
  const data = [{ api_id: "2026-10", starts_on: "2026-10-01", state: "closed" }];
  server.use(http.get("*/api/v1/months", () => HttpResponse.json({ data, meta: { total: 1 } })));
  await loadMessages("receivables");
  const suggestions = [suggestionOf("1041", "2026-10-07"), suggestionOf("1042", "2026-11-02")];
  renderScreen(
    () =>
      suggestions.map((suggestion) => (
        <SuggestionCard
          key={suggestion.invoice.api_id}
          suggestion={suggestion}
          busy={false}
          onLink={() => undefined}
        />
      )),
    { user },
  );
  expect(await screen.findByRole("status")).toHaveTextContent(/^October 2026 is closed\./);
  const [closed, open] = screen.getAllByRole("region");
  expect(within(closed as HTMLElement).getByRole("status")).toBeVisible();
  expect(within(open as HTMLElement).queryByRole("status")).toBeNull();
});
