// Every project of every kind, in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { AdminProjectsPage } from "../../features/work/projects/AdminProjectsPage";
import { laterListRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/admin/projects/")({
  ...laterListRoute(
    async () => (await import("../../features/work/projects/projectsList")).allProjects,
  ),
  component: AdminProjectsPage,
});
