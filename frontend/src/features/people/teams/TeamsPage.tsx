// The teams with their members and work, for all users.
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { lazyComponent } from "../../../ui/lazyComponent";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { ListFrame } from "../../../ui/table/ListFrame";
import { teamsList } from "./teamsList";

/** Loads while the first page of teams is requested. */
const TeamCards = lazyComponent(
  async () => (await import("./TeamCards")).TeamCards,
  <div aria-busy="true" style={{ minHeight: 640 }} />,
);

export function TeamsPage() {
  const t = useTranslate();
  const { can, isAdmin } = usePermissions();
  const label = t("teams.title");
  const manage = isAdmin && can("teams.edit") && (
    <ButtonLink to="/admin/teams" variant="default">
      {t("teams.manage")}
    </ButtonLink>
  );
  return (
    <>
      <PageTitle actions={manage}>{label}</PageTitle>
      <ListFrame
        list={teamsList}
        label={label}
        empty={{ title: t("teams.empty.title"), detail: t("teams.empty.detail"), action: manage }}
        renderRows={({ rows: teams, busy }) => (
          <TeamCards teams={teams} busy={busy} label={label} />
        )}
      />
    </>
  );
}
