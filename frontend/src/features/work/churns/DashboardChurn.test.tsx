// Churn of closed months has the mark of published figures; churn of open months has none.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { ChurnAnalysis } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { DashboardChurnFigures } from "./DashboardChurn";

installServer();

const rate = { formula: "mrr_bridge", percent: "2.00", annualized: null };
const analysis = {
  starts_on: "2026-10-01",
  ends_on: "2026-10-31",
  scope: "all",
  currency: "CAD",
  bridge: {
    mrr_end: { amount: "900.00", currency: "CAD" },
    gross_revenue_churn: rate,
    net_revenue_retention: rate,
    logo_churn: { ...rate, lost: 1, at_start: 50 },
    project_churn: { ...rate, lost: 1, at_start: 50 },
    later_clients: null,
  },
  preventable: { preventable: 0, losses: 1, percent: "0.00" },
  previous: null,
  months: [],
  rows: [],
} as unknown as ChurnAnalysis;

it.each([
  [["2026-10-01"], 4],
  [[], 0],
] as const)("marks the four figures of the closed months %j", async (closed_months, count) => {
  server.use(
    http.get("*/api/v1/churns-analysis", () =>
      HttpResponse.json({ data: { ...analysis, closed_months } }),
    ),
  );
  await loadMessages("dashboard");
  const days = { from: "2026-10-01", to: "2026-10-31", scope: "all", compare: "previous" } as const;
  renderScreen(() => <DashboardChurnFigures {...days} retainersTarget={null} />);
  await screen.findAllByText(/50/);
  expect(screen.queryAllByRole("img", { name: "Published" })).toHaveLength(count);
});
