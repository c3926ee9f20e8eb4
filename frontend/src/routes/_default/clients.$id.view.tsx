// One client, with panels of several features.
import { createFileRoute } from "@tanstack/react-router";
import { itemQuery } from "../../api/queries";
import { ActivityTimeline } from "../../features/administration/activity/ActivityTimeline";
import { ClientState } from "../../features/insights/clientOverview/ClientState";
import { HeaderActions } from "../../features/insights/clientOverview/HeaderActions";
import { prefetchOverview } from "../../features/insights/clientOverview/prefetchOverview";
import { RecordMargin } from "../../features/insights/margins/lazyRecordMargin";
import { AttachmentsTab } from "../../features/work/attachments/lazyAttachmentsTab";
import { ClientView } from "../../features/work/clients/ClientView";
import { RecordHours } from "../../features/work/timeEntries/lazyRecordHours";
import { loadMessages } from "../../i18n/translate";
import { validateId } from "../../session/guards";
import { usePermissions } from "../../session/permissions";
import { DetailSkeleton } from "../../ui/details/DetailSkeleton";
import { lazyComponent } from "../../ui/lazyComponent";
import { readRawSearch } from "../../ui/table/rawSearch";
import { readTabSearch } from "../../ui/table/tabSearch";
import { useRecordId } from "./-sameScreen";

const ClientOverview = lazyComponent(
  async () =>
    (await import("../../features/insights/clientOverview/ClientOverview")).ClientOverview,
  <DetailSkeleton />,
);
const ClientInvoices = lazyComponent(
  async () => (await import("../../features/money/invoices/ClientInvoices")).ClientInvoices,
);
const ClientGivenHours = lazyComponent(async () => {
  const [section] = await Promise.all([
    import("../../features/money/overages/ClientGivenHours"),
    loadMessages("overages"),
  ]);
  return section.ClientGivenHours;
});
const ClientProjects = lazyComponent(
  async () => (await import("../../features/work/projects/ClientProjects")).ClientProjects,
);

export const Route = createFileRoute("/_default/clients/$id/view")({
  staticData: { messages: ["client"] },
  validateSearch: readTabSearch({
    "": readRawSearch,
    projects: readRawSearch,
    invoices: readRawSearch,
    time: readRawSearch,
    files: readRawSearch,
    activity: readRawSearch,
  }),
  beforeLoad: validateId,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery("/clients/{id}", params.id));
    if (context.user) prefetchOverview(context.queryClient, context.user, params.id);
  },
  component: Screen,
});

function Screen() {
  const id = useRecordId();
  const { can } = usePermissions();
  return (
    <ClientView
      key={id}
      id={id}
      renderActions={(client) => <HeaderActions client={client} />}
      renderState={(client) => <ClientState client={client} />}
      renderOverview={(client, rest) => (
        <ClientOverview
          client={client}
          givenHours={can("retainers.view") && <ClientGivenHours client={client} />}
          margin={<RecordMargin record={{ noun: "client", start_on: null, ...client }} />}
        >
          {rest}
        </ClientOverview>
      )}
      projects={<ClientProjects clientId={id} />}
      invoices={<ClientInvoices clientId={id} />}
      time={<RecordHours owner="client" id={id} />}
      renderFiles={(canAdd) => <AttachmentsTab owner={{ noun: "clients", id }} canAdd={canAdd} />}
      activity={<ActivityTimeline filter={{ subject: id }} />}
    />
  );
}
