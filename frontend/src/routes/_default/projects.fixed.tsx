// Fixed-price projects.
import { createFileRoute } from "@tanstack/react-router";
import { ProjectsPage } from "../../features/work/projects/ProjectsPage";
import { ProjectViews } from "../../features/work/projects/ProjectViews";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/projects/fixed")({
  staticData: { messages: ["states"] },
  ...lazyListRoute(
    async () => (await import("../../features/work/projects/projectsList")).projectsList("fixed"),
    { kind: "fixed" },
  ),
  component: () => <ProjectsPage kind="fixed" state={<ProjectViews kind="fixed" />} />,
});
