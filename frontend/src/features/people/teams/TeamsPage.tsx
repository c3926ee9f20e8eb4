// The teams with their members and work; those who edit teams can also filter, save views and create one.
import { IconPlus } from "@tabler/icons-react";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { ImportLink, ImportPage, useImporting } from "../../../ui/imports/ImportLink";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { lazyComponent } from "../../../ui/lazyComponent";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { ListFrame } from "../../../ui/table/ListFrame";
import classes from "./Teams.module.css";
import { directoryTeamsList, teamsList } from "./teamsList";

const IMPORTS = ["teams"] as const;

/** Loads while the first page of teams is requested. */
const TeamCards = lazyComponent(
  async () => (await import("./TeamCards")).TeamCards,
  <div aria-busy="true" className={classes.pending} />,
);

export function TeamsPage() {
  const t = useTranslate();
  const { can, isAdmin } = usePermissions();
  const canEdit = isAdmin && can("teams.edit");
  const label = t("teams.title");
  const isImporting = useImporting();
  if (canEdit && isImporting) return <ImportPage kinds={IMPORTS} />;
  const create = canEdit && (
    <>
      <ImportLink kinds={IMPORTS} />
      <ButtonLink
        aria-keyshortcuts="c"
        to="/admin/teams/create"
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t("teams.new")}
      </ButtonLink>
    </>
  );
  return (
    <>
      <PageTitle actions={create}>{label}</PageTitle>
      <ListFrame
        list={canEdit ? teamsList : directoryTeamsList}
        label={label}
        empty={{ title: t("teams.empty.title"), detail: t("teams.empty.detail"), action: create }}
        renderRows={({ rows: teams, busy }) => (
          <TeamCards teams={teams} busy={busy} label={label} />
        )}
      />
    </>
  );
}
