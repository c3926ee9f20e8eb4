// The dashboard, within the user's scope.
import { createFileRoute } from "@tanstack/react-router";
import { readRawSearch } from "../../ui/table/rawSearch";
import { Dashboard } from "./-dashboards";

export const Route = createFileRoute("/_default/dashboard")({
  staticData: { messages: ["dashboard", "retainers"] },
  validateSearch: readRawSearch,
  loader: async (given) =>
    (await import("../../features/insights/dashboard/prefetchFigures")).prefetchDashboard(given),
  component: Dashboard,
});
