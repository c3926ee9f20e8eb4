// The settings of projects.
import { createFileRoute } from "@tanstack/react-router";
import { ProjectSettingsPage } from "../../features/administration/organization/ProjectSettingsPage";
import { settingsQuery } from "../../features/administration/organization/settingsQuery";

export const Route = createFileRoute("/_default/admin/projects/settings")({
  staticData: { messages: ["settings"] },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(settingsQuery);
  },
  component: ProjectSettingsPage,
});
