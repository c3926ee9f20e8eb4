// The organization's settings, with their past.
import { createFileRoute } from "@tanstack/react-router";
import { ActivityTimeline } from "../../features/activity/ActivityTimeline";
import { activityTimeline } from "../../features/activity/activityList";
import { OrganizationPage } from "../../features/organization/OrganizationPage";
import { settingsQuery } from "../../features/organization/settingsQuery";
import { loadAdministrationWords } from "../../i18n/translate";
import { listSearchOf } from "../../ui/table/listSearch";

export const Route = createFileRoute("/_default/admin/organization")({
  validateSearch: listSearchOf(activityTimeline),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(settingsQuery);
    return loadAdministrationWords();
  },
  component: () => (
    <OrganizationPage activity={<ActivityTimeline about={{ subject_type: "settings" }} />} />
  ),
});
