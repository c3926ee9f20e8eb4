// The cells that the lists of deals share.
import { Link } from "@tanstack/react-router";
import type { DealRow } from "../../../api/types";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { ClientLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import { SourceLink, SyncedText } from "../../../ui/services/SourceLinks";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import type { wonDealsList } from "./wonDealsList";

function KindName({ kind }: { kind: DealRow["project_type"] }) {
  const { label } = useEnumOptions();
  return kind === null ? <Absent /> : label("project_kind", kind);
}

type CreateLinkProps = { deal: DealRow; children: string; label?: string };

export function CreateLink({ deal, children, label }: CreateLinkProps) {
  return (
    <Link
      to="/projects/create"
      search={{ deal: deal.api_id }}
      className={classes.link}
      aria-label={label}
    >
      {children}
    </Link>
  );
}

export const wonDealCells: CellsOf<typeof wonDealsList> = {
  name: (deal) => <CreateLink deal={deal}>{deal.name}</CreateLink>,
  client: (deal) => <ClientLink client={deal.client} />,
  project_type: (deal) => <KindName kind={deal.project_type} />,
  budget: (deal) => <MoneyText money={deal.budget} />,
  hourly_rate: (deal) => <MoneyText money={deal.hourly_rate} />,
  closed_on: (deal) => <DateText on={deal.closed_on} />,
  source: (deal) => <SourceLink isBrief service="hubspot" url={deal.source_url} />,
  synced_at: (deal) => (
    <SyncedText service="hubspot" at={deal.synced_at} deletedAt={deal.deleted_at} />
  ),
};
