// The cells of the list of retainers by hours used.
import { Link } from "@tanstack/react-router";
import type { Burn } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { formatDecimal, formatPercent } from "../../../lib/numbers";
import { shortName } from "../../../lib/shortName";
import { Absent } from "../../../ui/display/Absent";
import { HoursText } from "../../../ui/display/HoursText";
import { LeavingBadge } from "../../../ui/display/LeavingBadge";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { ClientLink } from "../../../ui/links/RecordLinks";
import type { CellsOf } from "../../../ui/table/tableModel";
import uiClasses from "../../../ui/ui.module.css";
import { BurnBar } from "./BurnBar";
import type { burnsList } from "./burnsList";
import { useBurnText } from "./burnText";
import { LevelBadge } from "./LevelBadge";
import { MonthBars } from "./MonthBars";
import { shortMonth } from "./periodNames";
import { RenewalBadge } from "./RenewalBadge";
import classes from "./Retainers.module.css";
import { WarningBadges } from "./WarningBadges";

/** Twice the available hours: the limits of all bars align, unless a retainer used more. */
const SPAN = 2;

export const burnCells: CellsOf<typeof burnsList> = {
  project: (burn) => <RetainerName burn={burn} />,
  client: (burn) => <ClientLink client={burn.client} />,
  level: (burn) => <LevelBadge level={burn.level} />,
  standing: (burn) => <BarCell burn={burn} />,
  left_hours: (burn) => <LeftHours burn={burn} />,
  burn_percent: (burn) => <PercentText value={burn.burn_percent} />,
  pace: (burn) => <PaceText value={burn.pace} />,
  runs_out_on: (burn) => <LastsTo burn={burn} />,
  months: (burn) => <MonthBars months={burn.months} />,
  forecast_overage_hours: (burn) => <OverageText hours={burn.forecast_overage_hours} />,
  warnings: (burn) =>
    burn.warnings.length > 0 ? <WarningBadges warnings={burn.warnings} /> : <Absent />,
  renews_on: (burn) => <RenewalCell burn={burn} />,
};

/** The name with its client in one line; both are cut before the row grows. */
function RetainerName({ burn: { project, client, status } }: { burn: Burn }) {
  return (
    <div className={classes.name} title={`${project.name} – ${client.name}`}>
      <Link to="/projects/$id/view" params={{ id: project.api_id }} className={uiClasses.link}>
        {shortName(project.name, client)}
      </Link>
      <span className={classes.muted}>{client.name}</span>
      {status === "on_hold" && <StatusBadge enumName="project_status" value={status} />}
    </div>
  );
}

function BarCell({ burn }: { burn: Burn }) {
  const { left, runsOut, forecast } = useBurnText(burn);
  return (
    <div className={classes.bar}>
      <BurnBar burn={burn} span={SPAN} label={[left, runsOut, forecast].join(" · ")} />
    </div>
  );
}

export function LeftHours({ burn }: { burn: Burn }) {
  const { shortLeft, of } = useBurnText(burn);
  return (
    <span className={classes.left} data-over={Number(burn.left_hours) < 0 || undefined}>
      <strong>{shortLeft}</strong> <span className={classes.muted}>{of}</span>
    </span>
  );
}

export function LastsTo({ burn }: { burn: Burn }) {
  const { lastsTo } = useBurnText(burn);
  return lastsTo === null ? <Absent /> : <span className={uiClasses.figure}>{lastsTo}</span>;
}

function PercentText({ value }: { value: string | null }) {
  const locale = useLocale();
  return value === null ? <Absent /> : formatPercent(value, locale);
}

function PaceText({ value }: { value: string | null }) {
  const locale = useLocale();
  return value === null ? <Absent /> : `${formatDecimal(value, locale, 2)}×`;
}

function OverageText({ hours }: { hours: string }) {
  return Number(hours) === 0 ? <Absent /> : <HoursText hours={hours} />;
}

/** A chip where someone has to decide, otherwise the month. */
function RenewalCell({ burn }: { burn: Burn }) {
  const locale = useLocale();
  const { leaving_on, renewal, renews_on } = burn;
  if (leaving_on !== null) return <LeavingBadge on={leaving_on} />;
  if (renews_on === null) return <Absent />;
  if (renewal !== "none") return <RenewalBadge burn={burn} isShort />;
  return <span className={uiClasses.figure}>{shortMonth(renews_on, locale)}</span>;
}
