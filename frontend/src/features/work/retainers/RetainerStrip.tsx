// The renewal, the next payment and the hours of the last months of a retainer, side by side.
import { useQuery } from "@tanstack/react-query";
import { pageQuery } from "../../../api/queries";
import type { Project, RetainerPeriod } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { addDecimals } from "../../../lib/money";
import { formatHours } from "../../../lib/numbers";
import { usePermissions } from "../../../session/permissions";
import { isMonthOver } from "./hoursOver";
import { periodsQuery } from "./MonthlyHours";
import { NextPayment } from "./NextPayment";
import classes from "./Overview.module.css";
import { RenewalFacts } from "./RenewalFacts";
import { StripCell } from "./StripCell";
import { TabLink } from "./TabLink";

const AVERAGED_MONTHS = 6;
const MONTHS = 12;

export function RetainerStrip({ project, seesHours }: { project: Project; seesHours: boolean }) {
  const { can } = usePermissions();
  return (
    <div className={classes.strip}>
      <RenewalFacts project={project} />
      {can("payments.view") && <NextPayment project={project} />}
      {seesHours && <PastHours project={project} />}
    </div>
  );
}

/** An average of hours, rounded to hundredths: the sum counts whole hundredths. */
function averageOf(hours: readonly string[]): string {
  const hundredths = Math.round(Number(addDecimals(hours)) * 100);
  return (Math.round(hundredths / hours.length) / 100).toFixed(2);
}

function PastHours({ project }: { project: Project }) {
  const t = useTranslate();
  const { data, isPending } = useQuery(pageQuery(...periodsQuery(project.api_id)));
  const periods = data?.data ?? [];
  const isStated = project.included_hours !== null;
  if (isPending) return <PendingHours />;
  if (periods.length === 0) return null;
  return (
    <>
      <OverHours
        over={periods.filter((one) => isMonthOver(one, isStated))}
        months={periods.length}
      />
      <StripCell
        label={t("retainers.strip.average", { months: Math.min(AVERAGED_MONTHS, periods.length) })}
        value={<AverageHours periods={periods.slice(0, AVERAGED_MONTHS)} />}
      >
        <TabLink tab="hours">{t("retainers.strip.ledger")}</TabLink>
      </StripCell>
    </>
  );
}

/** Reserves the place of both cells, with their lines of notes. */
function PendingHours() {
  const t = useTranslate();
  return (
    <>
      <StripCell label={t("retainers.strip.over", { months: MONTHS })} value={null}>
        &nbsp;
      </StripCell>
      <StripCell label={t("retainers.strip.average", { months: AVERAGED_MONTHS })} value={null}>
        &nbsp;
      </StripCell>
    </>
  );
}

function AverageHours({ periods }: { periods: readonly RetainerPeriod[] }) {
  const t = useTranslate();
  const locale = useLocale();
  const used = averageOf(periods.map(({ used_hours }) => used_hours));
  return t("retainers.strip.a_month", { hours: formatHours(used, locale) });
}

function OverHours({ over, months }: { over: readonly RetainerPeriod[]; months: number }) {
  const t = useTranslate();
  const locale = useLocale();
  const sum = addDecimals(over.map(({ overage_hours }) => overage_hours));
  return (
    <StripCell
      label={t("retainers.strip.over", { months })}
      value={over.length === 0 ? t("retainers.strip.none") : formatHours(sum, locale)}
    >
      {over.length > 0 && (
        <TabLink tab="hours">{t("retainers.strip.over_months", { count: over.length })}</TabLink>
      )}
    </StripCell>
  );
}
