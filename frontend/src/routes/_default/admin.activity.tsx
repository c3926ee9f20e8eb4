// The activity log.
import { createFileRoute } from "@tanstack/react-router";
import { ActivityPage } from "../../features/activity/ActivityPage";
import { loadRareWords } from "../../i18n/translate";
import { laterListRoute } from "../../ui/table/listRoute";

const list = laterListRoute(
  async () => (await import("../../features/activity/activityList")).activityLog,
);

export const Route = createFileRoute("/_default/admin/activity")({
  ...list,
  loader: (given) => Promise.all([list.loader(given), loadRareWords()]),
  component: ActivityPage,
});
