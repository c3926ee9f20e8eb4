// Who has been, is and will be responsible for a project.
import { ProjectTermCreate } from "../../../api/shapes/ProjectTermCreate.gen";
import type { Project } from "../../../api/types";
import { defineFields } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { Responsibilities } from "../../../ui/terms/Responsibilities";
import { TermDialog } from "../../../ui/terms/TermDialog";
import { FIRST_DAY, REASON } from "../../../ui/terms/termFields";

const FIELDS = defineFields(ProjectTermCreate, [
  FIRST_DAY,
  {
    kind: "reference",
    name: "account_manager",
    label: "projects.field.account_manager",
    path: "/account-managers",
    required: true,
  },
  {
    kind: "reference",
    name: "project_manager",
    label: "projects.field.project_manager",
    path: "/employees",
  },
  { kind: "reference", name: "team", label: "projects.field.team", path: "/teams" },
  REASON,
]);

export function ProjectResponsibilities({ project }: { project: Project }) {
  const params = { id: project.api_id };
  return (
    <Responsibilities
      records="projects"
      record={project}
      fields={FIELDS}
      renderDialog={(form) => (
        <TermDialog onClose={form.onCancel}>
          <ResourceForm
            {...form}
            fields={FIELDS}
            record={project}
            endpoint={{
              path: "/projects/{id}/responsibility-terms",
              params,
              method: "post",
              readAt: { path: "/projects/{id}", params },
            }}
          />
        </TermDialog>
      )}
    />
  );
}
