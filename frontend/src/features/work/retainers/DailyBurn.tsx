// The hours of the current period by day: used, even pace and forecast, with the available hours.
import { dataQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { BurnDetail } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { formatHours } from "../../../lib/numbers";
import type { ChartData } from "../../../ui/charts/chartData";
import { Lines } from "../../../ui/charts/Lines";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { useBurnText } from "./burnText";
import { dayName } from "./periodNames";

/** The expected height, to avoid layout shifts. */
const CHART_HEIGHT = 320;
const HOURS_UNIT = { kind: "hours" } as const;

export function DailyBurn({ projectId }: { projectId: string }) {
  const query = useQuery(dataQuery("/retainer-burns/{id}", { params: { id: projectId } }));
  const { data, isError, refetch } = query;
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} /> : <Skeleton height={CHART_HEIGHT} />;
  return <DailyChart burn={data} />;
}

export function DailyChart({ burn }: { burn: BurnDetail }) {
  const t = useTranslate();
  const locale = useLocale();
  const { left, forecast } = useBurnText(burn);
  const data: ChartData = {
    rowKind: t("retainers.daily.day"),
    columns: [
      { label: t("retainers.daily.used"), unit: HOURS_UNIT },
      { label: t("retainers.daily.even"), unit: HOURS_UNIT },
      { label: t("retainers.daily.forecast"), unit: HOURS_UNIT, dashed: true },
    ],
    rows: burn.days.map(({ on, used_hours, even_hours, forecast_hours }) => ({
      key: on,
      label: dayName(on, locale),
      short: String(Number(on.slice(8))),
      cells: [used_hours, even_hours, forecast_hours],
    })),
  };
  return (
    <Lines
      name="daily"
      title={t("retainers.daily.title")}
      help={t("retainers.daily.help")}
      summary={`${[left, forecast].join(", ")}.`}
      source={t("retainers.daily.source", { date: formatDate(burn.as_of, locale) })}
      data={data}
      target={{
        label: t("retainers.daily.available", { hours: formatHours(burn.available_hours, locale) }),
        value: burn.available_hours,
      }}
    />
  );
}
