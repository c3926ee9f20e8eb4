// Fixed-price projects.
import { createFileRoute } from "@tanstack/react-router";
import { ProjectsPage } from "../../features/work/projects/ProjectsPage";
import { laterListRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/projects/fixed")({
  ...laterListRoute(
    async () => (await import("../../features/work/projects/projectsList")).projectsList("fixed"),
    { kind: "fixed" },
  ),
  component: () => <ProjectsPage kind="fixed" />,
});
