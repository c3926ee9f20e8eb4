// Edits a project.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { itemQuery } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { FormPage } from "../../../ui/form/FormPage";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ProjectForm } from "./ProjectForm";
import { canEdit } from "./projectFields";

export function ProjectEdit({ id }: { id: string }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { data: project } = useQuery(itemQuery("/projects/{id}", id));
  const back = () => void navigate({ to: "/projects/$id/view", params: { id } });
  if (project === undefined) return <DetailSkeleton />;
  return (
    <FormPage>
      <PageTitle>{t("projects.edit_title", { name: project.name })}</PageTitle>
      {canEdit(project) ? (
        <ProjectForm
          key={project.api_id}
          kind={project.kind}
          project={project}
          formKey={`projects/${id}`}
          onSaved={back}
          onCancel={back}
        />
      ) : (
        <Forbidden />
      )}
    </FormPage>
  );
}
