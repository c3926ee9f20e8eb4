// What a team could work and worked in a span of days, and what its retainers charge at its end.
import { Text } from "@mantine/core";
import { dataQuery } from "../../../api/queries";
import type { TeamStatistics } from "../../../api/types";
import type { Query } from "../../../api/wire";
import { useTranslate } from "../../../i18n/translate";
import { type Figure, FigureCards } from "../../../ui/figures/FigureCards";
import { FigureValue } from "./FigureValue";
import { StatisticsPanel } from "./StatisticsPanel";

const ORDER = [
  "hours",
  "billable_hours",
  "available_hours",
  "utilisation",
  "retained_mrr",
] as const;

const CARDS_HEIGHT = 160;

const read = (query: Query<"/teams-statistics">) => dataQuery("/teams-statistics", { query });

export function TeamFigures({ id }: { id: string }) {
  return (
    <StatisticsPanel read={read} id={id} height={CARDS_HEIGHT}>
      {(entry) => <Cards entry={entry} />}
    </StatisticsPanel>
  );
}

function Cards({ entry }: { entry: TeamStatistics }) {
  const t = useTranslate();
  const figures = ORDER.flatMap((name): Figure[] => {
    const figure = entry.figures[name];
    if (figure === undefined) return [];
    return [
      {
        label: t(`teams.figure.${name}.label`),
        help: t(`teams.figure.${name}.help`),
        value: <FigureValue figure={figure} />,
      },
    ];
  });
  if (figures.length === 0) return <Text size="sm">{t("teams.no_figures")}</Text>;
  return <FigureCards figures={figures} />;
}
