// The problem reports that users sent.
import { createFileRoute } from "@tanstack/react-router";
import { BugReportsPage } from "../../features/administration/bugReports/BugReportsPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/admin/bug-reports")({
  staticData: { messages: ["dialogs"] },
  ...lazyListRoute(
    async () =>
      (await import("../../features/administration/bugReports/bugReportsFeed")).bugReportsList,
  ),
  component: BugReportsPage,
});
