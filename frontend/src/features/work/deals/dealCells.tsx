// The cells of the list of deals.
import type { DealRow } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatPercent } from "../../../lib/numbers";
import { usePermissions } from "../../../session/permissions";
import { Absent } from "../../../ui/display/Absent";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { ProjectLink } from "../../../ui/links/RecordLinks";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import type { dealsList } from "./dealsList";
import { CreateLink, wonDealCells } from "./wonDealCells";

const HUNDRED = 100;

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

export const dealCells: CellsOf<typeof dealsList> = {
  ...wonDealCells,
  name: (deal) => deal.name,
  state: (deal) => <StatusBadge enumName="deal_state" value={deal.state} />,
  probability: (deal) => <Probability share={deal.probability} />,
  project: (deal) => <DealProject deal={deal} />,
};
