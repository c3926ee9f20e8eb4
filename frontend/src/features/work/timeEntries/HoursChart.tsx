// The hours of a period as bars by day, or by week or month of a long one; a bar filters to its days.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { rowsQuery } from "../../../api/queries";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate, monthOfYear } from "../../../lib/dates";
import { formatHours } from "../../../lib/numbers";
import type { DateRange } from "../../../lib/periods";
import { formatDateRange } from "../../../lib/weeks";
import { Bars } from "../../../ui/charts/Bars";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { changedSearch, type ScreenLink } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import type { TimeFilters } from "./groupFilters";
import { type HoursStep, type Step, shownDays, stepOf, toSteps } from "./hoursSteps";
import classes from "./RecordHours.module.css";

const HEIGHT = 132;
/** Title and sentence above the bars. */
const HEAD_HEIGHT = 56;
const MAX_GROUPS = 100;
const HOURS_UNIT = { kind: "hours" } as const;

type Props = { query: TimeFilters; range: DateRange | undefined };

export function HoursChart({ query, range }: Props) {
  const days = shownDays(range);
  const step = stepOf(days);
  const shown = { ...query, ...(days && { worked_from: days.from, worked_to: days.to }) };
  const { data, isError, error, refetch } = useQuery(
    rowsQuery("/time-entry-groups", { ...shown, by: step, per_page: MAX_GROUPS }),
  );
  if (isError) return <LoadFailure retry={refetch} error={error} />;
  if (data === undefined) return <Skeleton height={HEIGHT + HEAD_HEIGHT} />;
  return <StepChart steps={toSteps(data.data, step, days)} {...{ step, days, range }} />;
}

type StepProps = {
  steps: readonly HoursStep[];
  step: Step;
  days: DateRange | undefined;
  range: DateRange | undefined;
};

function StepChart({ steps, step, days, range }: StepProps) {
  const t = useTranslate();
  const locale = useLocale();
  const isChosen = (one: HoursStep) => one.from === range?.from && one.to === range.to;
  return (
    <div>
      <Bars
        name="hours"
        height={HEIGHT}
        title={t(`record_hours.chart.title.${step}`)}
        summary={useSummary(steps, step)}
        data={{
          rowKind: t(`time_entries.by.${step}`),
          columns: [
            { label: t("time_entries.field.hours"), unit: HOURS_UNIT },
            { label: t("time_entries.field.billable_hours"), unit: HOURS_UNIT, tableOnly: true },
          ],
          rows: steps.map((one) => ({
            key: one.from,
            label: nameOf(one, step, locale),
            ...(step === "day" && { short: String(Number(one.from.slice(8))) }),
            cells: [one.hours, one.billable],
            // The chosen day leads back to its month.
            link: toDays(isChosen(one) && days ? days : one),
          })),
        }}
      />
      {days !== undefined && days !== range && (
        <Link
          {...toDays(days)}
          resetScroll={false}
          className={`${uiClasses.link} ${classes.month}`}
        >
          {t("record_hours.chart.all_of_month", { month: monthOfYear(days.from, locale) })}
        </Link>
      )}
    </div>
  );
}

/** The step with the most hours, in one sentence. */
function useSummary(steps: readonly HoursStep[], step: Step): string {
  const t = useTranslate();
  const locale = useLocale();
  const [largest] = [...steps].sort((first, second) => Number(second.hours) - Number(first.hours));
  if (!largest?.hours) return t("record_hours.empty_period");
  return t(`record_hours.chart.busiest.${step}`, {
    when: nameOf(largest, step, locale),
    hours: formatHours(largest.hours, locale),
  });
}

function nameOf({ from, to }: DateRange, step: Step, locale: string): string {
  if (step === "month") return monthOfYear(from, locale);
  return step === "week" ? formatDateRange(from, to, locale) : formatDate(from, locale);
}

/** The same tab with other days. */
function toDays({ from, to }: DateRange): ScreenLink {
  const days = { worked_from: from, worked_to: to };
  return {
    to: ".",
    search: changedSearch({ ...days, period: undefined, page: undefined, open: undefined }),
  };
}
