// The organization's settings, with their past.
import { createFileRoute } from "@tanstack/react-router";
import { ActivityTimeline } from "../../features/administration/activity/ActivityTimeline";
import { OrganizationPage } from "../../features/administration/organization/OrganizationPage";
import { settingsQuery } from "../../features/administration/organization/settingsQuery";
import { readLater } from "../../ui/table/laterSearch";

export const Route = createFileRoute("/_default/admin/organization")({
  validateSearch: readLater,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(settingsQuery);
  },
  component: () => (
    <OrganizationPage activity={<ActivityTimeline about={{ subject_type: "settings" }} />} />
  ),
});
