// The dashboard: one's own figures, one's teams', or as far as one sees.
import { createFileRoute } from "@tanstack/react-router";
import { readRawSearch } from "../../ui/table/rawSearch";
import { Dashboard } from "./-dashboards";

export const Route = createFileRoute("/_default/dashboard")({
  validateSearch: readRawSearch,
  loader: async (given) =>
    (await import("../../features/insights/dashboard/prefetchFigures")).prefetchDashboard(given),
  component: Dashboard,
});
