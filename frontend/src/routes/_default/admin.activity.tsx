// The activity log.
import { createFileRoute } from "@tanstack/react-router";
import { ActivityPage } from "../../features/administration/activity/ActivityPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/admin/activity")({
  ...lazyListRoute(
    async () => (await import("../../features/administration/activity/activityList")).activityLog,
  ),
  staticData: { messages: ["log"] },
  component: ActivityPage,
});
