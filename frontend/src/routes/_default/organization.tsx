// The organization's settings.
import { createFileRoute } from "@tanstack/react-router";
import { ActivityTimeline } from "../../features/administration/activity/ActivityTimeline";
import { OrganizationPage } from "../../features/administration/organization/OrganizationPage";
import { settingsQuery } from "../../features/administration/organization/settingsQuery";
import { loadMessages } from "../../i18n/translate";
import { readRawSearch } from "../../ui/table/rawSearch";

export const Route = createFileRoute("/_default/organization")({
  validateSearch: readRawSearch,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(settingsQuery);
    return loadMessages("settings");
  },
  component: () => (
    <OrganizationPage activity={<ActivityTimeline filter={{ subject_type: "settings" }} />} />
  ),
});
