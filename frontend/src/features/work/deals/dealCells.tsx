// The cells of the lists of deals.
import { Link } from "@tanstack/react-router";
import type { DealRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatPercent } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";
import { usePermissions } from "../../../session/permissions";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { ClientLink, ProjectLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import { SourceLink, SyncedText } from "../../../ui/services/SourceLinks";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import type { dealsList, wonDealsList } from "./dealsList";

const HUNDRED = 100;

function KindName({ kind }: { kind: DealRow["project_type"] }) {
  const { label } = useEnumOptions();
  return kind === null ? <Absent /> : label("project_kind", kind);
}

/** The share as a percentage. */
function Probability({ share }: { share: string | null }) {
  const locale = useLocale();
  if (share === null) return <Absent />;
  const percent = String(Math.round(Number(share) * HUNDRED * HUNDRED) / HUNDRED);
  return <span className={classes.figure}>{formatPercent(percent, locale)}</span>;
}

/** The project of a deal, or the way to make one of a deal that is won. */
function DealProject({ deal }: { deal: DealRow }) {
  const t = useTranslate();
  const { can } = usePermissions();
  if (deal.project) return <ProjectLink project={deal.project} />;
  if (deal.state !== "won" || !can("projects.create")) return <Absent />;
  return (
    <CreateLink deal={deal} label={`${t("deals.create")} (${deal.name})`}>
      {t("deals.create")}
    </CreateLink>
  );
}

type CreateLinkProps = { deal: DealRow; children: string; label?: string };

function CreateLink({ deal, children, label }: CreateLinkProps) {
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

const sharedCells: CellsOf<typeof wonDealsList> = {
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

export const wonDealCells = sharedCells;

export const dealCells: CellsOf<typeof dealsList> = {
  ...sharedCells,
  name: (deal) => deal.name,
  state: (deal) => <StatusBadge enumName="deal_state" value={deal.state} />,
  probability: (deal) => <Probability share={deal.probability} />,
  project: (deal) => <DealProject deal={deal} />,
};
