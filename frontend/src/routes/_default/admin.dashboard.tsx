// The organization's dashboard, in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { AdminDashboard } from "./-dashboards";
import { reuseScreen } from "./-sameScreen";
import { Route as dashboard } from "./dashboard";

export const Route = createFileRoute("/_default/admin/dashboard")({
  ...reuseScreen(dashboard),
  component: AdminDashboard,
});
