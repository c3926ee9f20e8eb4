// The hours of a retainer's last twelve months: used of available.
import { pageQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { RetainerPeriod } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate, monthName } from "../../../lib/dates";
import { addDecimals } from "../../../lib/money";
import { useToday } from "../../../session/today";
import { Bars } from "../../../ui/charts/Bars";
import type { ChartData } from "../../../ui/charts/chartData";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { listFilters, type ScreenLink } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import type { EntryFilters } from "./entryFilters";
import { isMonthOver } from "./hoursOver";
import { MonthNumbers } from "./MonthNumbers";
import classes from "./Overview.module.css";
import { periodName } from "./periodNames";

/** The expected height, to avoid layout shifts. */
const CHART_HEIGHT = 320;
const NUMBERS_HEIGHT = { base: 280, sm: 264, md: 388 };
const HOURS_UNIT = { kind: "hours" } as const;
/** The index of the column with the available hours. */
const AVAILABLE_COLUMN = 1;
const MAX_MONTHS = 12;

export const periodsQuery = (projectId: string) =>
  [
    "/retainer-periods",
    { query: { project: projectId, per_page: MAX_MONTHS, sort: "-starts_on" } },
  ] as const;

type Props = {
  projectId: string;
  /** Whether a number of included hours is entered. */
  isStated: boolean;
  entries: EntryFilters;
  /** Adds the figures of the months below the chart. */
  hasNumbers?: boolean;
};

export function MonthlyHours({ projectId, isStated, entries, hasNumbers = false }: Props) {
  const query = useQuery(pageQuery(...periodsQuery(projectId)));
  const { data, isError, refetch } = query;
  if (data === undefined)
    return isError ? (
      <LoadFailure retry={refetch} />
    ) : (
      <Skeleton h={hasNumbers ? NUMBERS_HEIGHT : CHART_HEIGHT} />
    );
  if (data.data.length === 0) return null;
  const periods = data.data.toReversed();
  // The hours of a month are those of its people, or its line of the ledger for users who may not read them.
  const linkOf = ({ starts_on, ends_on }: RetainerPeriod): ScreenLink =>
    entries === null
      ? { to: ".", search: { tab: "hours" } }
      : {
          to: ".",
          search: {
            tab: "time",
            ...listFilters("/time-entries", {
              worked_from: starts_on,
              worked_to: ends_on,
              ...entries,
            }),
          },
        };
  return hasNumbers ? (
    <section className={classes.months}>
      <MonthlyChart periods={periods} isStated={isStated} linkOf={linkOf} height={150} />
      <MonthNumbers periods={periods} linkOf={linkOf} />
    </section>
  ) : (
    <div className={uiClasses.card}>
      <MonthlyChart periods={periods} isStated={isStated} linkOf={linkOf} height={220} />
    </div>
  );
}

/** The hours available to the month: remaining and used. */
const availableIn = ({ closing_balance, used_hours }: RetainerPeriod) =>
  addDecimals([closing_balance, used_hours]);

type ChartProps = {
  periods: readonly RetainerPeriod[];
  isStated: boolean;
  linkOf: (period: RetainerPeriod) => ScreenLink;
  height: number;
};

function MonthlyChart({ periods, isStated, linkOf, height }: ChartProps) {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const over = periods.filter((period) => isMonthOver(period, isStated)).length;
  const inTable = (label: string) => ({ label, unit: HOURS_UNIT, tableOnly: true }) as const;
  const data: ChartData = {
    rowKind: t("retainer_periods.field.starts_on"),
    columns: [
      { label: t("retainers.field.used"), unit: HOURS_UNIT },
      { label: t("retainers.field.available"), unit: HOURS_UNIT },
      inTable(t("retainers.numbers.base_hours")),
      inTable(t("retainers.numbers.rollover_in")),
      inTable(t("retainers.numbers.overage_hours")),
      inTable(t("retainers.numbers.rollover_out")),
    ],
    rows: periods.map((period) => ({
      key: period.api_id,
      label: periodName(period, locale),
      short: monthName(period.starts_on, locale),
      cells: [
        period.used_hours,
        availableIn(period),
        period.base_hours,
        period.rollover_in,
        period.overage_hours,
        period.rollover_out,
      ],
      link: linkOf(period),
    })),
  };
  return (
    <Bars
      name="monthly"
      height={height}
      title={t("retainers.monthly.title")}
      help={t("retainers.monthly.help")}
      summary={t("retainers.monthly.summary", { months: periods.length, over })}
      source={t("retainers.daily.source", { date: formatDate(today, locale) })}
      limit={AVAILABLE_COLUMN}
      data={data}
    />
  );
}
