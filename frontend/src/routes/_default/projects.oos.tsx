// Out-of-scope projects.
import { createFileRoute } from "@tanstack/react-router";
import { ProjectsPage } from "../../features/work/projects/ProjectsPage";
import { ProjectViews } from "../../features/work/projects/ProjectViews";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/projects/oos")({
  staticData: { messages: ["states"] },
  ...lazyListRoute(
    async () => (await import("../../features/work/projects/projectsList")).projectsList("oos"),
    { kind: "oos" },
  ),
  component: () => <ProjectsPage kind="oos" state={<ProjectViews kind="oos" />} />,
});
