// Every project of every kind.
import { createFileRoute } from "@tanstack/react-router";
import { AllProjectsPage } from "../../features/work/projects/AllProjectsPage";
import { lazyListRoute } from "../../ui/table/lazyListRoute";

export const Route = createFileRoute("/_default/projects/")({
  ...lazyListRoute(
    async () => (await import("../../features/work/projects/projectsList")).allProjectsList,
  ),
  component: AllProjectsPage,
});
