// The sections of the dashboard and their figures, in order: the first that the user may see is the answer of its section.
import type { DashboardFigureName } from "../../../api/types";

export const SECTIONS = {
  growth: ["mrr", "oos_sold", "pipeline"],
  delivery: [
    "utilisation",
    "billable_hours",
    "burn_at_risk",
    "late_projects",
    "active_projects",
    "active_clients",
    "goals",
    "values_received",
  ],
  cash: ["receivables", "overdue", "revenue", "invoiced"],
} as const satisfies Record<string, readonly DashboardFigureName[]>;

/** The figures that open their rows on this page: also those of churn, and those in the notes of others. */
export const FIGURES_WITH_ROWS: readonly DashboardFigureName[] = [
  ...Object.values(SECTIONS).flat(),
  "unweighted_deals",
  "lost_retainers",
  "lost_clients",
];
