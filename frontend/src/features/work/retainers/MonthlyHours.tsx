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
import uiClasses from "../../../ui/ui.module.css";
import { periodName } from "./periodNames";

/** The expected height, to avoid layout shifts. */
const CHART_HEIGHT = 320;
const HOURS_UNIT = { kind: "hours" } as const;
/** The index of the column with the available hours. */
const AVAILABLE_COLUMN = 1;

export function MonthlyHours({ projectId }: { projectId: string }) {
  const parameters = { project: projectId, per_page: 12, sort: "-starts_on" } as const;
  const query = useQuery(pageQuery("/retainer-periods", { query: parameters }));
  const { data, isError, refetch } = query;
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} /> : <Skeleton height={CHART_HEIGHT} />;
  if (data.data.length === 0) return null;
  return (
    <div className={uiClasses.card}>
      <MonthlyChart periods={data.data.toReversed()} />
    </div>
  );
}

/** The hours available to the month: remaining and used. */
const availableIn = ({ closing_balance, used_hours }: RetainerPeriod) =>
  addDecimals([closing_balance, used_hours]);

function MonthlyChart({ periods }: { periods: readonly RetainerPeriod[] }) {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const over = periods.filter(({ overage_hours }) => Number(overage_hours) > 0).length;
  const data: ChartData = {
    rowKind: t("retainer_periods.field.starts_on"),
    columns: [
      { label: t("retainers.field.used"), unit: HOURS_UNIT },
      { label: t("retainers.field.available"), unit: HOURS_UNIT },
    ],
    rows: periods.map((period) => ({
      key: period.api_id,
      label: periodName(period, locale),
      short: monthName(period.starts_on, locale),
      cells: [period.used_hours, availableIn(period)],
    })),
  };
  return (
    <Bars
      name="monthly"
      title={t("retainers.monthly.title")}
      help={t("retainers.monthly.help")}
      summary={t("retainers.monthly.summary", { months: periods.length, over })}
      source={t("retainers.daily.source", { date: formatDate(today, locale) })}
      limit={AVAILABLE_COLUMN}
      data={data}
    />
  );
}
