// The cells of the list of restatements.
import type { Money, Restatement } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Absent } from "../../../ui/display/Absent";
import { HoursText } from "../../../ui/display/HoursText";
import { RecordLink } from "../../../ui/figures/RecordLink";
import { ClientLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import type { CellsOf } from "../../../ui/table/tableModel";
import type { restatementsList } from "./restatementsList";

function Cause({ row }: { row: Restatement }) {
  return useTranslate()(`months.cause.${row.cause}`);
}

/** Money, or hours for utilization; counts of records have neither. */
function Amount({ money, hours }: { money: Money | null; hours: string | null }) {
  if (money) return <MoneyText money={money} />;
  return hours === null ? <Absent /> : <HoursText hours={hours} />;
}

export const restatementCells: CellsOf<typeof restatementsList> = {
  record: ({ kind, record }) => <RecordLink kind={kind} record={record} />,
  client: ({ client }) => <ClientLink client={client} />,
  cause: (row) => <Cause row={row} />,
  published: (row) => <Amount money={row.published} hours={row.published_value} />,
  known_today: (row) => <Amount money={row.known_today} hours={row.known_value} />,
  difference: (row) => <Amount money={row.difference} hours={row.difference_value} />,
};
