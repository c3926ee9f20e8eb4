// The cells of the list of lost retainers.
import { IconBan, IconCircleCheck, IconCircleX, IconClock } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ChurnEventRow, EnumName } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatPercent } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";
import { DateText, RelativeText } from "../../../ui/display/DateText";
import { EnumBadge, type EnumStyles } from "../../../ui/display/EnumBadge";
import { ShortName } from "../../../ui/display/ShortName";
import { ClientLink } from "../../../ui/links/RecordLinks";
import { changedSearch } from "../../../ui/links/screenSearch";
import { ConvertedText, RateText } from "../../../ui/money/Converted";
import { MoneyText } from "../../../ui/money/MoneyText";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import type { churnsList } from "./churnsList";

export const churnCells: CellsOf<typeof churnsList> = {
  project: (event) => <ChurnLink event={event} />,
  client: (event) => <ClientLink client={event.client} />,
  effective_on: (event) => <DateText on={event.effective_on} />,
  mrr_lost: (event) => <MoneyText money={event.mrr_lost} />,
  share: (event) => <MoneyText money={event.share} />,
  converted: (event) => (
    <ConvertedText money={event.converted} missingText="churns.converted.no_rate" />
  ),
  rate: (event) => <RateText rate={event.rate} on={event.rate_on} />,
  scope: (event) => <EnumLabel enumName="churn_scope" value={event.scope} />,
  reason: (event) => <EnumLabel enumName="churn_reason" value={event.reason} />,
  attribution: (event) => <AttributionText event={event} />,
  state: (event) => <ChurnState state={event.state} />,
  initiated_by: (event) => <EnumLabel enumName="churn_initiator" value={event.initiated_by} />,
  preventable: (event) => <PreventableText event={event} />,
  notice_on: (event) => <DateText on={event.notice_on} />,
  tenure_months: (event) => <MonthsText count={event.tenure_months} />,
  won_back_on: (event) => <DateText on={event.won_back_on} />,
  won_back_at: (event) => <WonBackText event={event} />,
  recorded_by: (event) => <RecorderText event={event} />,
  created_at: (event) => <RelativeText at={event.created_at} />,
  days_waiting: (event) => <WaitingText days={event.days_waiting} />,
};

/** Opens the loss in a drawer; the list does not change. */
function ChurnLink({ event }: { event: ChurnEventRow }) {
  const search = changedSearch({ open: event.api_id });
  return (
    <Link to="." search={search} resetScroll={false} className={classes.link}>
      <ShortName name={event.project.name} client={event.client} />
    </Link>
  );
}

export function EnumLabel({ enumName, value }: { enumName: EnumName; value: string }) {
  return useEnumOptions().label(enumName, value);
}

export function PreventableText({ event }: { event: ChurnEventRow }) {
  const t = useTranslate();
  return t(event.preventable ? "churns.preventable.yes" : "churns.preventable.no");
}

/** Churn without a recorder follows from a retainer that ended. */
export function RecorderText({ event: { recorded_by } }: { event: ChurnEventRow }) {
  const t = useTranslate();
  return recorded_by?.name ?? t("churns.recorded_automatically");
}

/** When it was recorded that a retainer was won back; unknown for some of earlier days. */
export function WonBackText({ event: { won_back_at } }: { event: ChurnEventRow }) {
  return won_back_at === null ? <Absent /> : <RelativeText at={won_back_at} />;
}

function WaitingText({ days }: { days: number | null }) {
  const t = useTranslate();
  return days === null ? <Absent /> : t("churns.days_waiting", { count: days });
}

export function MonthsText({ count }: { count: number }) {
  return useTranslate()("churns.months", { count });
}

export function WeightText({ weight }: { weight: number }) {
  return formatPercent(String(weight), useLocale());
}

/** Omits the share of a single person. */
function AttributionText({ event: { attribution } }: { event: ChurnEventRow }) {
  const locale = useLocale();
  if (attribution.length === 0) return <Absent />;
  if (attribution.length === 1) return attribution[0]?.employee.name;
  const texts = attribution.map(
    ({ employee, weight }) => `${employee.name} (${formatPercent(String(weight), locale)})`,
  );
  return texts.join(", ");
}

const STATE_STYLES: EnumStyles<ChurnEventRow["state"]> = {
  recorded: ["warning", IconClock],
  confirmed: ["danger", IconCircleX],
  voided: ["neutral", IconBan],
  won_back: ["success", IconCircleCheck],
};

export function ChurnState({ state }: { state: ChurnEventRow["state"] }) {
  return (
    <EnumBadge styles={STATE_STYLES} value={state}>
      <EnumLabel enumName="churn_state" value={state} />
    </EnumBadge>
  );
}
