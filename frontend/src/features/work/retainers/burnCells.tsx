// The cells of the list of retainers by hours used.
import { Link } from "@tanstack/react-router";
import type { Burn } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { formatDecimal, formatPercent } from "../../../lib/numbers";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { HoursText } from "../../../ui/display/HoursText";
import { ClientLink } from "../../../ui/links/RecordLinks";
import type { CellsOf } from "../../../ui/table/tableModel";
import uiClasses from "../../../ui/ui.module.css";
import type { burnsList } from "./burnsList";
import { useBurnText } from "./burnText";
import { LevelBadge } from "./LevelBadge";
import { RenewalBadge } from "./RenewalBadge";
import classes from "./Retainers.module.css";
import { WarningBadges } from "./WarningBadges";

export const burnCells: CellsOf<typeof burnsList> = {
  project: (burn) => <HoursLink burn={burn} />,
  client: (burn) => <ClientLink client={burn.client} />,
  level: (burn) => <LevelBadge level={burn.level} />,
  standing: (burn) => <SummaryText burn={burn} />,
  left_hours: (burn) => <HoursText hours={burn.left_hours} />,
  burn_percent: (burn) => <PercentText value={burn.burn_percent} />,
  pace: (burn) => <PaceText value={burn.pace} />,
  runs_out_on: (burn) => <DateText on={burn.runs_out_on} />,
  forecast_overage_hours: (burn) => <OverageText hours={burn.forecast_overage_hours} />,
  warnings: (burn) =>
    burn.warnings.length > 0 ? <WarningBadges warnings={burn.warnings} /> : <Absent />,
  renews_on: (burn) => <RenewalCell burn={burn} />,
};

function HoursLink({ burn }: { burn: Burn }) {
  return (
    <Link
      to="/projects/$id/view"
      params={{ id: burn.project.api_id }}
      search={{ tab: "hours" }}
      className={uiClasses.link}
    >
      {burn.project.name}
    </Link>
  );
}

function SummaryText({ burn }: { burn: Burn }) {
  const { left, runsOut, forecast } = useBurnText(burn);
  return <div className={classes.sentence}>{[left, runsOut, forecast].join(" · ")}</div>;
}

function PercentText({ value }: { value: string | null }) {
  const locale = useLocale();
  return value === null ? <Absent /> : formatPercent(value, locale);
}

function PaceText({ value }: { value: string | null }) {
  const locale = useLocale();
  return value === null ? <Absent /> : formatDecimal(value, locale, 2);
}

function OverageText({ hours }: { hours: string }) {
  return Number(hours) === 0 ? <Absent /> : <HoursText hours={hours} />;
}

function RenewalCell({ burn }: { burn: Burn }) {
  return burn.renewal === "none" ? <DateText on={burn.renews_on} /> : <RenewalBadge burn={burn} />;
}
