// The difference of a published figure opens the records that explain it, in the same currency and scope.
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
  month_targets: [],
  previous: null,
  closed_months: ["2026-10-01"],
  restatement: {
    figure: "billable_hours",
    known_today: hours("66.00"),
    difference: hours("22.00"),
  },
};

const user = { ...someone, permissions: { "months.view": "all" as const } };

it.each([
  ["all", "/months/2026-10?figure=billable_hours&currency=CAD"],
  ["own", "/months/2026-10?figure=billable_hours&currency=CAD&scope=own"],
] as const)("links to the records of the same figure in the scope %s", async (scope, target) => {
  renderScreen(() => <PublishedMark figure={{ ...figure, scope }} currency="CAD" />, { user });
  const link = await screen.findByRole("link", { name: /As known today: 66/ });
  expect(link.getAttribute("href")).toContain(target);
});
