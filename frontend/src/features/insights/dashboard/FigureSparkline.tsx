// A figure's twelve months below it, in the smallest space; the room is kept where there is nothing to draw.
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
  const words = { label: t(`dashboard.${name}.label`), count: months.length };
  return (
    <div className={classes.way} aria-busy={isPending}>
      {!isEmpty(months) && (
        <Sparkline
          label={t("home.history.chart_label", words)}
          values={months.map(({ money }) => money?.amount ?? null)}
        />
      )}
    </div>
  );
}
