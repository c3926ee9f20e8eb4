// The details of a loss: dates, reason, amount and attribution.
import { Stack, Text } from "@mantine/core";
import type { ChurnEvent } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { type Fact, Facts } from "../../../ui/details/Facts";
import { SmallTable } from "../../../ui/details/SmallTable";
import { DateText, RelativeText } from "../../../ui/display/DateText";
import { ClientLink, ProjectLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import { ChurnActions } from "./ChurnActions";
import {
  ChurnState,
  EnumLabel,
  MonthsText,
  PreventableText,
  RecorderText,
  WeightText,
  WonBackText,
} from "./churnCells";

export function ChurnDetail({ event }: { event: ChurnEvent }) {
  const t = useTranslate();
  return (
    <Stack gap="lg">
      <ChurnActions event={event} />
      <Facts facts={useChurnFacts(event)} />
      <section aria-label={t("churns.field.note")}>
        <Text fw={600} component="h3" size="sm" mb="xs">
          {t("churns.field.note")}
        </Text>
        <Text size="sm" style={{ whiteSpace: "pre-line" }}>
          {event.note}
        </Text>
      </section>
      <section aria-label={t("churns.field.attribution")}>
        <Text fw={600} component="h3" size="sm" mb="xs">
          {t("churns.field.attribution")}
        </Text>
        <Attribution event={event} />
      </section>
    </Stack>
  );
}

function useChurnFacts(event: ChurnEvent): Fact[] {
  const t = useTranslate();
  const competitorFact = event.competitor
    ? [{ label: t("churns.field.competitor"), value: event.competitor }]
    : [];
  const wonBackFact = event.won_back_on
    ? [
        { label: t("churns.field.won_back_on"), value: <DateText on={event.won_back_on} /> },
        { label: t("churns.field.won_back_reason"), value: event.won_back_reason },
        { label: t("churns.field.won_back_by"), value: event.won_back_by?.name },
        { label: t("churns.field.won_back_at"), value: <WonBackText event={event} /> },
      ]
    : [];
  const rejectionFact = event.rejection_reason
    ? [{ label: t("churns.field.rejection_reason"), value: event.rejection_reason }]
    : [];
  return [
    { label: t("churns.field.state"), value: <ChurnState state={event.state} /> },
    ...rejectionFact,
    ...wonBackFact,
    { label: t("churns.field.project"), value: <ProjectLink project={event.project} /> },
    { label: t("churns.field.client"), value: <ClientLink client={event.client} /> },
    {
      label: t("churns.field.mrr_lost"),
      value: <MoneyText money={event.mrr_lost} />,
      help: t("churns.help.mrr_lost"),
    },
    {
      label: t("churns.field.scope"),
      value: <EnumLabel enumName="churn_scope" value={event.scope} />,
    },
    { label: t("churns.field.effective_on"), value: <DateText on={event.effective_on} /> },
    { label: t("churns.field.notice_on"), value: <DateText on={event.notice_on} /> },
    { label: t("churns.field.tenure_months"), value: <MonthsText count={event.tenure_months} /> },
    {
      label: t("churns.field.reason"),
      value: <EnumLabel enumName="churn_reason" value={event.reason} />,
    },
    ...competitorFact,
    { label: t("churns.field.preventable"), value: <PreventableText event={event} /> },
    {
      label: t("churns.field.initiated_by"),
      value: <EnumLabel enumName="churn_initiator" value={event.initiated_by} />,
    },
    { label: t("churns.field.account_manager"), value: event.account_manager.name },
    { label: t("churns.field.recorded_by"), value: <RecorderText event={event} /> },
    { label: t("churns.field.created_at"), value: <RelativeText at={event.created_at} /> },
  ];
}

function Attribution({ event }: { event: ChurnEvent }) {
  const t = useTranslate();
  return (
    <SmallTable
      label={t("churns.field.attribution")}
      heads={[
        { label: t("churns.field.employee") },
        { label: t("churns.field.weight"), align: "end" },
        { label: t("churns.field.months_managed"), align: "end" },
      ]}
      rows={event.attribution.map((share) => ({
        key: share.employee.api_id,
        cells: [
          share.employee.name,
          <WeightText key="weight" weight={share.weight} />,
          <MonthsText key="months" count={share.months_managed} />,
        ],
      }))}
    />
  );
}
