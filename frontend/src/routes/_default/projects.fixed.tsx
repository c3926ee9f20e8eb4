// Fixed-price projects.
import { createFileRoute } from "@tanstack/react-router";
import { ProjectsPage } from "../../features/work/projects/ProjectsPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/projects/fixed")({
  ...lazyListRoute(
    async () => (await import("../../features/work/projects/projectsList")).projectsList("fixed"),
    { kind: "fixed" },
  ),
  component: () => <ProjectsPage kind="fixed" />,
});
