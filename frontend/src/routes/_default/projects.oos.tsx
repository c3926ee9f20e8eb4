// Out-of-scope projects.
import { createFileRoute } from "@tanstack/react-router";
import { ProjectsPage } from "../../features/projects/ProjectsPage";
import { projectsList } from "../../features/projects/projectsList";
import { listRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/projects/oos")({
  ...listRoute(projectsList("oos"), { kind: "oos" }),
  component: () => <ProjectsPage kind="oos" />,
});
