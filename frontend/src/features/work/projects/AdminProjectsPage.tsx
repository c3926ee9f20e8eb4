// All projects of every kind, for administrators.
import { IconPencil, IconSettings } from "@tabler/icons-react";
import type { ProjectRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ButtonLink, IconLink } from "../../../ui/links/ButtonLink";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { NewProjectButton } from "./ProjectsPage";
import { projectCells } from "./projectCells";
import { projectsBulk } from "./projectsBulk";
import { allProjectsList } from "./projectsList";

export function AdminProjectsPage() {
  const t = useTranslate();
  const { can } = usePermissions();
  return (
    <>
      <PageTitle
        actions={
          <>
            {can("settings.edit") && (
              <ButtonLink
                variant="default"
                to="/admin/projects/settings"
                leftSection={<IconSettings size={16} aria-hidden />}
              >
                {t("projects.settings")}
              </ButtonLink>
            )}
            <NewProjectButton />
          </>
        }
      >
        {t("projects.all")}
      </PageTitle>
      <ResourceTable
        bulk={projectsBulk}
        list={allProjectsList}
        cells={projectCells}
        label={t("projects.all")}
        empty={{ title: t("projects.empty.title"), detail: t("projects.empty.detail") }}
        actions={editAction}
      />
    </>
  );
}

function editAction(project: ProjectRow) {
  return <EditButton project={project} />;
}

function EditButton({ project }: { project: ProjectRow }) {
  const t = useTranslate();
  return (
    <IconLink
      to="/admin/projects/$id/edit"
      params={{ id: project.api_id }}
      variant="subtle"
      color="gray"
      size={24}
      aria-label={t("projects.edit_title", { name: project.name })}
    >
      <IconPencil size={16} aria-hidden />
    </IconLink>
  );
}
