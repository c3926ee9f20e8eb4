// A figure's twelve months as a sparkline; the height is reserved while there is no data.
import { useQuery } from "@tanstack/react-query";
import type { DashboardFigure } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Sparkline } from "../../../ui/charts/Sparkline";
import classes from "./Dashboard.module.css";
import {
  type HistoryFigure,
  type HistoryRequest,
  historyQuery,
  isEmpty,
  valuesOf,
} from "./historyQuery";

type Props = {
  name: HistoryFigure;
  unit: DashboardFigure["unit"];
  /** All figures of the page, because one request reads them. */
  request: HistoryRequest;
};

export function MonthsSparkline({ name, unit, request }: Props) {
  const t = useTranslate();
  const { data, isPending } = useQuery(historyQuery(request));
  const months = data?.figures[name] ?? [];
  return (
    <div className={classes.sparkline} aria-busy={isPending}>
      {!isEmpty(months) && (
        <Sparkline
          label={t("dashboard.chart_label", { label: t(`dashboard.${name}.label`) })}
          values={valuesOf(months, unit)}
        />
      )}
    </div>
  );
}
