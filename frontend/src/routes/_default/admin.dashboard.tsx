// The administrators' dashboard.
import { createFileRoute } from "@tanstack/react-router";
import { readLater } from "../../ui/table/laterSearch";
import { AdminDashboard } from "./-dashboards";

export const Route = createFileRoute("/_default/admin/dashboard")({
  validateSearch: readLater,
  loader: async (given) =>
    (await import("../../features/insights/dashboard/startFigures")).startBoard(given),
  component: AdminDashboard,
});
