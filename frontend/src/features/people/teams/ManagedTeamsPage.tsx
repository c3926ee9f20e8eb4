// The administrators' list of teams.
import { IconPlus } from "@tabler/icons-react";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { teamCells } from "./teamCells";
import { managedTeamsList } from "./teamsList";

export function ManagedTeamsPage() {
  const t = useTranslate();
  const { can } = usePermissions();
  const create = can("teams.edit") && (
    <ButtonLink
      aria-keyshortcuts="c"
      to="/admin/teams/create"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t("teams.new")}
    </ButtonLink>
  );
  return (
    <>
      <PageTitle actions={create}>{t("teams.title")}</PageTitle>
      <ResourceTable
        list={managedTeamsList}
        cells={teamCells}
        label={t("teams.title")}
        empty={{ title: t("teams.empty.title"), detail: t("teams.empty.detail"), action: create }}
      />
    </>
  );
}
