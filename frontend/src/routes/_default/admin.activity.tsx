// The activity log.
import { createFileRoute } from "@tanstack/react-router";
import { ActivityPage } from "../../features/activity/ActivityPage";
import { activityLog } from "../../features/activity/activityList";
import { listRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/admin/activity")({
  ...listRoute(activityLog),
  component: ActivityPage,
});
