// The organization's settings.
import { createFileRoute } from "@tanstack/react-router";
import { ActivityTimeline } from "../../features/administration/activity/ActivityTimeline";
import { OrganizationPage } from "../../features/administration/organization/OrganizationPage";
import { settingsQuery } from "../../features/administration/organization/settingsQuery";
import { readRawSearch } from "../../ui/table/rawSearch";

export const Route = createFileRoute("/_default/organization")({
  staticData: { messages: ["settings"] },
  validateSearch: readRawSearch,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(settingsQuery);
  },
  component: () => (
    <OrganizationPage activity={<ActivityTimeline filter={{ subject_type: "settings" }} />} />
  ),
});
