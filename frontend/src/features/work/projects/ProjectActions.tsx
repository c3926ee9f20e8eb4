// The actions on a project that the server allows.
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../../api/client";
import type { Project, Ref } from "../../../api/types";
import { translate, useTranslate } from "../../../i18n/translate";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction, Reversible } from "../../../ui/actions/recordAction";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { canEdit } from "./projectFields";

const LIST_ROUTES = {
  fixed: "/projects/fixed",
  oos: "/projects/oos",
  retainer: "/projects/retainer",
} as const;

function archiveAction(project: Ref, isArchived: boolean): Reversible {
  const { api_id, name } = project;
  return {
    run: () =>
      isArchived
        ? api.post("/archived-projects", { project: api_id })
        : api.delete("/archived-projects/{id}", { params: { id: api_id } }),
    done: translate(isArchived ? "projects.archive.done" : "projects.unarchive.done", { name }),
    undo: () => archiveAction(project, !isArchived),
  };
}

function useProjectActions(project: Project): RecordAction[] {
  const t = useTranslate();
  const navigate = useNavigate();
  const isArchived = project.archived_at !== null;
  const actionsByName: Partial<Record<Project["can"][number], RecordAction>> = {
    [isArchived ? "unarchive" : "archive"]: {
      label: t(isArchived ? "projects.unarchive.action" : "projects.archive.action"),
      icon: isArchived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />,
      reversible: archiveAction(project, !isArchived),
    },
    delete: {
      label: t("projects.delete.action"),
      icon: <IconTrash size={16} />,
      danger: true,
      irreversible: {
        run: () => api.delete("/projects/{id}", { params: { id: project.api_id } }),
        done: t("projects.delete.done", { name: project.name }),
        confirmation: {
          title: t("projects.delete.title", { name: project.name }),
          detail: t("projects.delete.detail"),
        },
        onDeleted: () => navigate({ to: LIST_ROUTES[project.kind] }),
      },
    },
  };
  return (["archive", "unarchive", "delete"] as const).flatMap((action) =>
    project.can.includes(action) ? (actionsByName[action] ?? []) : [],
  );
}

export function ProjectActions({ project }: { project: Project }) {
  const t = useTranslate();
  const actions = useProjectActions(project);
  return (
    <>
      {canEdit(project) && (
        <ButtonLink
          aria-keyshortcuts="e"
          // A retainer's main action is to sell extra hours.
          variant={project.kind === "retainer" ? "default" : "filled"}
          to="/projects/$id/edit"
          params={{ id: project.api_id }}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t("projects.edit")}
        </ButtonLink>
      )}
      <RecordActions path="/projects" record={project} actions={actions} />
    </>
  );
}
