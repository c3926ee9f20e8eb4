// The dashboard: one's own figures, one's teams', or as far as one sees.
import { createFileRoute } from "@tanstack/react-router";
import { readLater } from "../../ui/table/laterSearch";
import { Dashboard } from "./-dashboards";

export const Route = createFileRoute("/_default/dashboard")({
  validateSearch: readLater,
  loader: async (given) =>
    (await import("../../features/insights/dashboard/startFigures")).startBoard(given),
  component: Dashboard,
});
