// The difference of a published figure opens the records of the figure that was published.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { DashboardFigure } from "../../../api/types";
import { renderScreen } from "../../../testing/renderScreen";
import { someone } from "../../../testing/server";
import { PublishedMark } from "./PublishedMark";

const hours = (value: string) => ({ count: 1, value, money: null, unconverted: [] });
const figure: DashboardFigure = {
  ...hours("44.00"),
  unit: "hours",
  formula: "billable_hours",
  more_is_better: true,
  scope: "all",
  as_of: "2026-11-20",
  has_rows: true,
  groups: [],
  target: null,
  target_months: null,
  previous: null,
  closed_months: ["2026-10-01"],
  restatement: { figure: "utilisation", known_today: hours("66.00"), difference: hours("22.00") },
};

it("links billable hours to the hours of utilization, of which they are a part", async () => {
  const user = { ...someone, permissions: { "months.view": "all" as const } };
  renderScreen(() => <PublishedMark figure={figure} />, { user });
  const link = await screen.findByRole("link", { name: /As known today: 66/ });
  expect(link.getAttribute("href")).toContain("/months/2026-10?figure=utilisation");
});
