// A figure's twelve months as a sparkline; the height is reserved while there is no data.
import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { Sparkline } from "../../../ui/charts/Sparkline";
import classes from "./Dashboard.module.css";
import { type HistoryFigure, historyQuery, isEmpty } from "./historyQuery";

export function FigureSparkline({ name }: { name: HistoryFigure }) {
  const t = useTranslate();
  const { data, isPending } = useQuery(historyQuery(useCurrentUser()));
  const months = data?.figures[name] ?? [];
  const labelValues = { label: t(`dashboard.${name}.label`), count: months.length };
  return (
    <div className={classes.sparkline} aria-busy={isPending}>
      {!isEmpty(months) && (
        <Sparkline
          label={t("home.history.chart_label", labelValues)}
          values={months.map(({ money }) => money?.amount ?? null)}
        />
      )}
    </div>
  );
}
