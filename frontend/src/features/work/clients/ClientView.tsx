// One client: facts, overview, projects, invoices, files and activity.
import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { itemQuery } from "../../../api/queries";
import type { Client } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import {
  ACTIVITY_PERMISSIONS,
  TIME_PERMISSIONS,
  usePermissions,
} from "../../../session/permissions";
import { DetailColumns } from "../../../ui/details/DetailColumns";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { LeavingBadge } from "../../../ui/display/LeavingBadge";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { UrlTabs } from "../../../ui/layout/UrlTabs";
import { lazyComponent } from "../../../ui/lazyComponent";
import { ArchivedBadge } from "./ArchivedBadge";
import { ClientActions } from "./ClientActions";
import { ClientOverview } from "./ClientOverview";

/** The height of its first section, so that nothing below it moves. */
const ClientFacts = lazyComponent(
  async () => (await import("./ClientFacts")).ClientFacts,
  <div aria-busy="true" style={{ minHeight: 480 }} />,
);

type Props = {
  id: string;
  /** Content of other nouns, from the route: nouns do not import each other. */
  renderActions: (client: Client) => ReactNode;
  renderState: (client: Client) => ReactNode;
  renderOverview: (client: Client, rest: ReactNode) => ReactNode;
  projects: ReactNode;
  invoices: ReactNode;
  time: ReactNode;
  renderFiles: (canAdd: boolean) => ReactNode;
  activity: ReactNode;
};

export function ClientView({ id, renderActions, renderState, renderOverview, ...panels }: Props) {
  const { projects, invoices, time, renderFiles, activity } = panels;
  const t = useTranslate();
  const { can, canAny } = usePermissions();
  const { data: client, isError, refetch } = useQuery(itemQuery("/clients/{id}", id));
  if (client === undefined)
    return isError ? <LoadFailure isPage retry={refetch} /> : <DetailSkeleton />;
  const tabs = [
    {
      id: "overview",
      label: t("clients.tab.overview"),
      panel: () => renderOverview(client, <ClientOverview client={client} />),
    },
    { id: "projects", label: t("clients.tab.projects"), panel: () => projects },
    ...(can("invoices.view")
      ? [{ id: "invoices", label: t("clients.tab.invoices"), panel: () => invoices }]
      : []),
    ...(canAny(TIME_PERMISSIONS)
      ? [{ id: "time", label: t("projects.tab.hours"), panel: () => time }]
      : []),
    {
      id: "files",
      label: t("clients.tab.files"),
      panel: () => renderFiles(client.can.includes("edit")),
    },
    ...(canAny(ACTIVITY_PERMISSIONS)
      ? [{ id: "activity", label: t("clients.tab.activity"), panel: () => activity }]
      : []),
  ];
  return (
    <>
      <PageTitle
        badge={<ClientBadges client={client} />}
        actions={
          <>
            {renderActions(client)}
            <ClientActions client={client} />
          </>
        }
      >
        {client.name}
      </PageTitle>
      {renderState(client)}
      <DetailColumns aside={<ClientFacts client={client} />}>
        <UrlTabs tabs={tabs} label={client.name} />
      </DetailColumns>
    </>
  );
}

function ClientBadges({ client }: { client: Client }) {
  return (
    <Group gap={6}>
      <StatusBadge enumName="client_status" value={client.status} />
      <LeavingBadge on={client.leaving_on} />
      {client.health && <StatusBadge enumName="client_health" value={client.health} />}
      {client.archived_at && <ArchivedBadge />}
    </Group>
  );
}
