// Hours of a retainer's last twelve months: used against available, what is beyond hatched.
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

/** What the drawing will take, so that nothing moves when it comes. */
const HEIGHT = 320;
const HOURS = { kind: "hours" } as const;
/** The column that says what there was. */
const AVAILABLE = 1;

export function MonthlyHours({ projectId }: { projectId: string }) {
  const asked = { project: projectId, per_page: 12, sort: "-starts_on" } as const;
  const query = useQuery(pageQuery("/retainer-periods", { query: asked }));
  const { data, isError, refetch } = query;
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} /> : <Skeleton height={HEIGHT} />;
  if (data.data.length === 0) return null;
  return (
    <div className={uiClasses.card}>
      <Chart periods={data.data.toReversed()} />
    </div>
  );
}

/** What the month's own work could take: what was left of it, and what was used. */
const availableIn = ({ closing_balance, used_hours }: RetainerPeriod) =>
  addDecimals([closing_balance, used_hours]);

function Chart({ periods }: { periods: readonly RetainerPeriod[] }) {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const over = periods.filter(({ overage_hours }) => Number(overage_hours) > 0).length;
  const data: ChartData = {
    rowKind: t("retainer_periods.field.starts_on"),
    columns: [
      { label: t("retainers.field.used"), unit: HOURS },
      { label: t("retainers.field.available"), unit: HOURS },
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
      limit={AVAILABLE}
      data={data}
    />
  );
}
