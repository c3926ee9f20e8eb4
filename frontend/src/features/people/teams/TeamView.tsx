// One team: members, figures, clients and projects.
import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { dataQuery, itemQuery } from "../../../api/queries";
import type { Team } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ACTIVITY_PERMISSIONS, usePermissions } from "../../../session/permissions";
import { DetailColumns } from "../../../ui/details/DetailColumns";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { Facts } from "../../../ui/details/Facts";
import { RelativeText } from "../../../ui/display/DateText";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { Section } from "../../../ui/layout/Section";
import { UrlTabs } from "../../../ui/layout/UrlTabs";
import { isFullTeam } from "./isFullTeam";
import { Members } from "./Members";
import { TeamActions } from "./TeamActions";
import { TeamWork } from "./TeamWork";
import { ArchivedBadge } from "./teamBadges";

type Props = {
  id: string;
  /** Content of other nouns, from the route: nouns do not import each other. */
  figures: ReactNode;
  activity: ReactNode;
};

export function TeamView({ id, figures, activity }: Props) {
  const t = useTranslate();
  const { canAny } = usePermissions();
  const { data: team, isError, refetch } = useQuery(itemQuery("/teams/{id}", id));
  if (team !== undefined && !isFullTeam(team)) return <Forbidden />;
  if (team === undefined)
    return isError ? <LoadFailure isPage retry={refetch} /> : <DetailSkeleton />;
  const tabs = [
    {
      id: "overview",
      label: t("team_page.tab.overview"),
      panel: () => <Overview team={team} />,
    },
    { id: "figures", label: t("team_page.tab.figures"), panel: () => figures },
    ...(canAny(ACTIVITY_PERMISSIONS)
      ? [{ id: "activity", label: t("team_page.tab.activity"), panel: () => activity }]
      : []),
  ];
  return (
    <>
      <PageTitle
        badge={team.archived_at && <ArchivedBadge />}
        actions={<TeamActions team={team} />}
      >
        {team.name}
      </PageTitle>
      <DetailColumns aside={<TeamFacts team={team} />}>
        <UrlTabs tabs={tabs} label={team.name} />
      </DetailColumns>
    </>
  );
}

function Overview({ team }: { team: Team }) {
  const t = useTranslate();
  const { can } = usePermissions();
  return (
    <Stack gap="md">
      <Section title={t("team_page.members", { count: team.users.length })}>
        <Members team={team} linked={can("users.view")} />
      </Section>
      <WorkSection team={team} />
    </Stack>
  );
}

function WorkSection({ team }: { team: Team }) {
  const t = useTranslate();
  const query = dataQuery("/teams-statistics", { query: { id: team.api_id } });
  const { data, isError, refetch } = useQuery(query);
  const [entry] = data ?? [];
  return (
    <Section title={t("team_page.work")}>
      {entry && <TeamWork team={team} figures={entry.figures} />}
      {!entry && (isError ? <LoadFailure retry={refetch} /> : <Skeleton height={24} />)}
    </Section>
  );
}

function TeamFacts({ team }: { team: Team }) {
  const t = useTranslate();
  const facts = [
    { label: t("teams.field.representative"), value: team.representative?.name },
    { label: t("teams.field.users"), value: team.users.length },
    { label: t("teams.field.clients"), value: team.clients, help: t("teams.help.named") },
    { label: t("teams.field.projects"), value: team.projects, help: t("teams.help.named") },
    { label: t("teams.field.created_at"), value: <RelativeText at={team.created_at} /> },
    { label: t("teams.field.updated_at"), value: <RelativeText at={team.updated_at} /> },
  ];
  return (
    <Section title={t("team_page.facts")}>
      <Facts facts={facts} />
    </Section>
  );
}
