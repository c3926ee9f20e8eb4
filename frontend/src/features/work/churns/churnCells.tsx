// How a lost retainer's columns are drawn.
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
  scope: (event) => <EnumWord enumName="churn_scope" value={event.scope} />,
  reason: (event) => <EnumWord enumName="churn_reason" value={event.reason} />,
  attribution: (event) => <Shares event={event} />,
  state: (event) => <ChurnState state={event.state} />,
  initiated_by: (event) => <EnumWord enumName="churn_initiator" value={event.initiated_by} />,
  preventable: (event) => <Preventable event={event} />,
  notice_on: (event) => <DateText on={event.notice_on} />,
  tenure_months: (event) => <Months count={event.tenure_months} />,
  won_back_on: (event) => <DateText on={event.won_back_on} />,
  created_at: (event) => <RelativeText at={event.created_at} />,
};

/** Opens the loss beside its list, which stays as it is. */
function ChurnLink({ event }: { event: ChurnEventRow }) {
  const search = changedSearch({ open: event.api_id });
  return (
    <Link to="." search={search} resetScroll={false} className={classes.link}>
      {event.project.name}
    </Link>
  );
}

export function EnumWord({ enumName, value }: { enumName: EnumName; value: string }) {
  return useEnumOptions().label(enumName, value);
}

export function Preventable({ event }: { event: ChurnEventRow }) {
  const t = useTranslate();
  return t(event.preventable ? "churns.preventable.yes" : "churns.preventable.no");
}

export function Months({ count }: { count: number }) {
  return useTranslate()("churns.months", { count });
}

export function Weight({ weight }: { weight: number }) {
  return formatPercent(String(weight), useLocale());
}

/** Alone, a person needs no share beside their name. */
function Shares({ event: { attribution } }: { event: ChurnEventRow }) {
  const locale = useLocale();
  if (attribution.length === 0) return <Absent />;
  if (attribution.length === 1) return attribution[0]?.employee.name;
  const named = attribution.map(
    ({ employee, weight }) => `${employee.name} (${formatPercent(String(weight), locale)})`,
  );
  return named.join(", ");
}

const LOOKS: EnumStyles<ChurnEventRow["state"]> = {
  recorded: ["warning", IconClock],
  confirmed: ["danger", IconCircleX],
  voided: ["neutral", IconBan],
  won_back: ["success", IconCircleCheck],
};

export function ChurnState({ state }: { state: ChurnEventRow["state"] }) {
  return (
    <EnumBadge styles={LOOKS} value={state}>
      <EnumWord enumName="churn_state" value={state} />
    </EnumBadge>
  );
}
