// The actions on a team that the server allows.
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../../api/client";
import type { Team } from "../../../api/types";
import { translate, useTranslate } from "../../../i18n/translate";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction, Reversible } from "../../../ui/actions/recordAction";
import { ButtonLink } from "../../../ui/links/ButtonLink";

type Archivable = Pick<Team, "api_id" | "name" | "version">;

/** Each change uses the version of the previous response. */
function archiveAction(team: Archivable, isArchived: boolean): Reversible {
  let { version } = team;
  return {
    run: async () => {
      const body = { archived: isArchived, version };
      const { data } = await api.patch("/teams/{id}", body, { params: { id: team.api_id } });
      version = data.version ?? version;
    },
    done: translate(isArchived ? "team_page.archive.done" : "team_page.unarchive.done", {
      name: team.name,
    }),
    undo: () => archiveAction({ ...team, version }, !isArchived),
  };
}

function useTeamActions(team: Team): RecordAction[] {
  const t = useTranslate();
  const navigate = useNavigate();
  const isArchived = team.archived_at !== null;
  const actionsByName: Partial<Record<Team["can"][number], RecordAction>> = {
    [isArchived ? "unarchive" : "archive"]: {
      label: t(isArchived ? "team_page.unarchive.action" : "team_page.archive.action"),
      icon: isArchived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />,
      reversible: archiveAction(team, !isArchived),
    },
    delete: {
      label: t("team_page.delete.action"),
      icon: <IconTrash size={16} />,
      danger: true,
      irreversible: {
        run: () => api.delete("/teams/{id}", { params: { id: team.api_id } }),
        done: t("team_page.delete.done", { name: team.name }),
        confirmation: {
          title: t("team_page.delete.title", { name: team.name }),
          detail: t("team_page.delete.detail"),
        },
        onDeleted: () => navigate({ to: "/admin/teams" }),
      },
    },
  };
  return (["archive", "unarchive", "delete"] as const).flatMap((action) =>
    team.can.includes(action) ? (actionsByName[action] ?? []) : [],
  );
}

export function TeamActions({ team }: { team: Team }) {
  const t = useTranslate();
  const actions = useTeamActions(team);
  return (
    <>
      {team.can.includes("edit") && (
        <ButtonLink
          aria-keyshortcuts="e"
          to="/admin/teams/$id/edit"
          params={{ id: team.api_id }}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t("teams.edit")}
        </ButtonLink>
      )}
      <RecordActions path="/teams" record={team} actions={actions} />
    </>
  );
}
