// The current period of a retainer: a summary as text, a bar and the figures.
import { Skeleton, Text } from "@mantine/core";
import { pageQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { useQuery } from "@tanstack/react-query";
import type { Burn } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDecimal, formatHours, formatPercent } from "../../../lib/numbers";
import { Facts } from "../../../ui/details/Facts";
import { Absent } from "../../../ui/display/Absent";
import { HoursText } from "../../../ui/display/HoursText";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";
import { TimeLink } from "../../../ui/links/TimeLink";
import { BurnBar } from "./BurnBar";
import { useBurnText } from "./burnText";
import { DailyBurn } from "./DailyBurn";
import type { EntryFilters } from "./entryFilters";
import { LevelBadge } from "./LevelBadge";
import { periodName } from "./periodNames";
import { RenewalBadge } from "./RenewalBadge";
import classes from "./Retainers.module.css";
import { WarningBadges } from "./WarningBadges";

/** Renders nothing for a retainer that is not running; its ledger shows past periods. */
export function BurnSummary({ projectId, entries }: { projectId: string; entries: EntryFilters }) {
  const query = useQuery(
    pageQuery("/retainer-burns", { query: { project: projectId, per_page: 10 } }),
  );
  const { data, isError, refetch } = query;
  if (data === undefined) {
    return isError ? <LoadFailure retry={refetch} /> : <Skeleton height={180} />;
  }
  const burn = data.data[0];
  return burn === undefined ? null : <BurnFigures burn={burn} entries={entries} />;
}

function BurnFigures({ burn, entries }: { burn: Burn; entries: EntryFilters }) {
  const t = useTranslate();
  const locale = useLocale();
  const { left, runsOut, forecast } = useBurnText(burn);
  return (
    <Section title={t("retainers.hours_status", { period: periodName(burn.period, locale) })}>
      <p className={classes.summary}>
        <strong>{left}</strong>
        <span>{runsOut}</span>
        <span>{forecast}</span>
        <LevelBadge level={burn.level} />
      </p>
      <BurnBar burn={burn} label={[left, runsOut, forecast].join(" · ")} />
      <Text size="xs" c="dimmed" mb="md">
        {t("retainers.bar")}
      </Text>
      <Figures burn={burn} entries={entries} />
      <div className={classes.warnings}>
        <WarningBadges warnings={burn.warnings} />
        <RenewalBadge burn={burn} />
      </div>
      <DailyBurn projectId={burn.api_id} />
    </Section>
  );
}

/** The used hours, with a link to their time entries. */
function UsedHours({ burn, entries }: { burn: Burn; entries: EntryFilters }) {
  const t = useTranslate();
  const hours = <HoursText hours={burn.used_hours} />;
  if (entries === null) return hours;
  const { starts_on, ends_on } = burn.period;
  const filters = {
    project: [burn.api_id],
    worked_from: starts_on,
    worked_to: ends_on,
    ...entries,
  };
  return (
    <TimeLink label={t("retainers.field.used")} filters={filters}>
      {hours}
    </TimeLink>
  );
}

function Figures({ burn, entries }: { burn: Burn; entries: EntryFilters }) {
  const t = useTranslate();
  const locale = useLocale();
  const labelAndHelp = (
    name: "used" | "available" | "burn_percent" | "pace" | "elapsed" | "forecast_overage_hours",
  ) => ({
    label: t(`retainers.field.${name}`),
    help: t(`retainers.help.${name}`),
  });
  const { burn_percent, pace, forecast_overage_hours } = burn;
  return (
    <Facts
      wide
      facts={[
        { ...labelAndHelp("used"), value: <UsedHours burn={burn} entries={entries} /> },
        { ...labelAndHelp("available"), value: <HoursText hours={burn.available_hours} /> },
        {
          ...labelAndHelp("burn_percent"),
          value: burn_percent === null ? <Absent /> : formatPercent(burn_percent, locale),
        },
        { ...labelAndHelp("elapsed"), value: formatPercent(burn.elapsed_percent, locale) },
        {
          ...labelAndHelp("pace"),
          value: pace === null ? <Absent /> : formatDecimal(pace, locale, 2),
        },
        {
          ...labelAndHelp("forecast_overage_hours"),
          value: formatHours(forecast_overage_hours, locale),
        },
      ]}
    />
  );
}
