// All projects of every kind; administrators also edit them from here.
import { IconPencil, IconSettings } from "@tabler/icons-react";
import type { ProjectRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { ImportLink, ImportPage, useImporting } from "../../../ui/imports/ImportLink";
import { PROJECT_IMPORTS } from "../../../ui/imports/importKinds";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ButtonLink, IconLink } from "../../../ui/links/ButtonLink";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { NewProjectButton } from "./ProjectsPage";
import { projectCells } from "./projectCells";
import { projectsBulk } from "./projectsBulk";
import { allProjectsList } from "./projectsList";

export function AllProjectsPage() {
  const t = useTranslate();
  const { can, isAdmin } = usePermissions();
  const isImporting = useImporting();
  if (isImporting) return <ImportPage kinds={PROJECT_IMPORTS} />;
  return (
    <>
      <PageTitle
        actions={
          <>
            {isAdmin && can("settings.edit") && (
              <ButtonLink
                variant="default"
                to="/admin/projects/settings"
                leftSection={<IconSettings size={16} aria-hidden />}
              >
                {t("projects.settings")}
              </ButtonLink>
            )}
            <ImportLink kinds={PROJECT_IMPORTS} />
            {can("projects.create") && <NewProjectButton />}
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
        {...(isAdmin ? { actions: editAction } : {})}
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
