// The activity log.
import { createFileRoute } from "@tanstack/react-router";
import { ActivityPage } from "../../features/administration/activity/ActivityPage";
import { laterListRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/admin/activity")({
  ...laterListRoute(
    async () => (await import("../../features/administration/activity/activityList")).activityLog,
  ),
  component: ActivityPage,
});
