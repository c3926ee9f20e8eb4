// The dashboard: the agency's figures and the state of their sources.
import { createFileRoute } from "@tanstack/react-router";
import { DashboardPage } from "../../features/dashboard/DashboardPage";
import { dashboardQuery } from "../../features/dashboard/dashboardQuery";

export const Route = createFileRoute("/_default/dashboard")({
  loader: ({ context }) => context.queryClient.prefetchQuery(dashboardQuery),
  component: DashboardPage,
});
