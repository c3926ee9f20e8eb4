// Retainers.
import { createFileRoute } from "@tanstack/react-router";
import { ProjectsPage } from "../../features/projects/ProjectsPage";
import { projectsList } from "../../features/projects/projectsList";
import { listRoute } from "../../ui/table/listRoute";

export const Route = createFileRoute("/_default/projects/retainer")({
  ...listRoute(projectsList("retainer"), { kind: "retainer" }),
  component: () => <ProjectsPage kind="retainer" />,
});
