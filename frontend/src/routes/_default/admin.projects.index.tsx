// Every project of every kind, in the administrators' area.
import { createFileRoute } from "@tanstack/react-router";
import { AdminProjectsPage } from "../../features/projects/AdminProjectsPage";
import { allProjects } from "../../features/projects/projectsList";
import { listRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/admin/projects/")({
  ...listRoute(allProjects),
  component: AdminProjectsPage,
});
