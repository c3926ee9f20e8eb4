// One client: its facts beside what it brings, owes and has under way.
import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { itemQuery } from "../../../api/queries";
import type { Client } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ACTIVITY_PERMISSIONS, usePermissions } from "../../../session/permissions";
import { DetailColumns } from "../../../ui/details/DetailColumns";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { UrlTabs } from "../../../ui/layout/UrlTabs";
import { ArchivedBadge } from "./ArchivedBadge";
import { ClientActions } from "./ClientActions";
import { ClientFacts } from "./ClientFacts";
import { ClientOverview } from "./ClientOverview";

type Props = {
  id: string;
  /** What other rooms show about a client; the route brings them together. */
  projects: ReactNode;
  invoices: ReactNode;
  files: (canAdd: boolean) => ReactNode;
  activity: ReactNode;
};

export function ClientView({ id, projects, invoices, files, activity }: Props) {
  const t = useTranslate();
  const { can, canAny } = usePermissions();
  const { data: client, isError, refetch } = useQuery(itemQuery("/clients/{id}", id));
  if (client === undefined)
    return isError ? <LoadFailure isPage retry={refetch} /> : <DetailSkeleton />;
  const tabs = [
    {
      id: "overview",
      label: t("clients.tab.overview"),
      panel: () => <ClientOverview client={client} />,
    },
    { id: "projects", label: t("clients.tab.projects"), panel: () => projects },
    ...(can("invoices.view")
      ? [{ id: "invoices", label: t("clients.tab.invoices"), panel: () => invoices }]
      : []),
    {
      id: "files",
      label: t("clients.tab.files"),
      panel: () => files(client.can.includes("edit")),
    },
    ...(canAny(ACTIVITY_PERMISSIONS)
      ? [{ id: "activity", label: t("clients.tab.activity"), panel: () => activity }]
      : []),
  ];
  return (
    <>
      <PageTitle
        badge={<ClientBadges client={client} />}
        actions={<ClientActions client={client} />}
      >
        {client.name}
      </PageTitle>
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
      {client.health && <StatusBadge enumName="client_health" value={client.health} />}
      {client.archived_at && <ArchivedBadge />}
    </Group>
  );
}
