// The cells of the list of clients.
import { Absent } from "../../../ui/display/Absent";
import { RelativeText } from "../../../ui/display/DateText";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { Tags } from "../../../ui/display/Tags";
import { ClientLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import type { CellsOf } from "../../../ui/table/tableModel";
import { ArchivedBadge } from "./ArchivedBadge";
import type { clientsList } from "./clientsList";

export const clientCells: CellsOf<typeof clientsList> = {
  name: (client) => (
    <>
      <ClientLink client={client} /> {client.archived_at && <ArchivedBadge />}
    </>
  ),
  status: (client) => <StatusBadge enumName="client_status" value={client.status} />,
  mrr: (client) => <MoneyText money={client.mrr} />,
  outstanding: (client) => <MoneyText money={client.outstanding} />,
  overdue: (client) => <MoneyText money={client.overdue} />,
  health: (client) =>
    client.health ? <StatusBadge enumName="client_health" value={client.health} /> : <Absent />,
  tags: (client) => <Tags tags={client.tags} />,
  updated_at: (client) => <RelativeText at={client.updated_at} />,
};
