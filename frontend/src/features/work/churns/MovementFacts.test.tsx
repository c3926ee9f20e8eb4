// MRR at the start is that of the close of the day before the period, and the sentence names this day.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ChurnStatistics } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { MovementFacts } from "./MovementFacts";

const rate = { formula: "mrr_bridge", percent: "2.00", annualized: null } as const;
const lost = { ...rate, lost: 0, at_start: 5 };
const data = {
  starts_on: "2026-03-01",
  ends_on: "2026-03-31",
  logo_churn: lost,
  project_churn: lost,
  later_clients: null,
} as unknown as ChurnStatistics;
const movements = {
  mrr_start: { amount: "800.00", currency: "CAD" },
  mrr_end: { amount: "900.00", currency: "CAD" },
  gross_revenue_churn: rate,
  net_revenue_retention: rate,
  later_clients: null,
} as unknown as Parameters<typeof MovementFacts>[0]["movements"];

it("compares with the day before the period", async () => {
  await loadMessages("retainers");
  const links = { gross_revenue_churn: undefined, net_revenue_retention: undefined };
  const { container } = renderScreen(() => (
    <MovementFacts data={data} movements={movements} links={links} />
  ));
  await screen.findByText("CA$900.00");
  expect(container.querySelector("p")).toHaveTextContent(
    "CA$900.00 of MRR on Mar 31, 2026, from CA$800.00 on Feb 28, 2026.",
  );
});
