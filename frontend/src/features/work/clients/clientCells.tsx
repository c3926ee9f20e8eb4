// The cells of the list of clients.
import { Absent } from "../../../ui/display/Absent";
import { DateText, RelativeText } from "../../../ui/display/DateText";
import { LeavingBadge } from "../../../ui/display/LeavingBadge";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { Tags } from "../../../ui/display/Tags";
import { ClientLink } from "../../../ui/links/RecordLinks";
import type { CellsOf } from "../../../ui/table/tableModel";
import { ArchivedBadge } from "./ArchivedBadge";
import { ClientMoneyText } from "./ClientMoneyText";
import type { clientsList } from "./clientsList";

export const clientCells: CellsOf<typeof clientsList> = {
  name: (client) => (
    <>
      <ClientLink client={client} /> {client.archived_at && <ArchivedBadge />}
    </>
  ),
  status: (client) => (
    <>
      <StatusBadge enumName="client_status" value={client.status} />{" "}
      <LeavingBadge on={client.leaving_on} />
    </>
  ),
  leaving_on: (client) => <DateText on={client.leaving_on} />,
  mrr: (client) => <ClientMoneyText client={client} name="mrr" />,
  outstanding: (client) => <ClientMoneyText client={client} name="outstanding" />,
  overdue: (client) => <ClientMoneyText client={client} name="overdue" />,
  health: (client) =>
    client.health ? <StatusBadge enumName="client_health" value={client.health} /> : <Absent />,
  tags: (client) => <Tags tags={client.tags} />,
  updated_at: (client) => <RelativeText at={client.updated_at} />,
};
