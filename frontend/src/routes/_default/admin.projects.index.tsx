// Every project of every kind, in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { AdminProjectsPage } from "../../features/work/projects/AdminProjectsPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/admin/projects/")({
  ...lazyListRoute(
    async () => (await import("../../features/work/projects/projectsList")).allProjectsList,
  ),
  component: AdminProjectsPage,
});
