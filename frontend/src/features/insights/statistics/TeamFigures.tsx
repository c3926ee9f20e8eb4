// The statistics of one team in a period.
import { Text } from "@mantine/core";
import { dataQuery } from "../../../api/queries";
import type { TeamStatistics } from "../../../api/types";
import type { Query } from "../../../api/wire";
import { useTranslate } from "../../../i18n/translate";
import { type Figure, FigureCards } from "../../../ui/figures/FigureCards";
import { StatisticsPanel } from "./StatisticsPanel";
import { ValueWithRows } from "./ValueWithRows";

const FIGURE_NAMES = [
  "hours",
  "billable_hours",
  "available_hours",
  "utilisation",
  "retained_mrr",
] as const;

const CARDS_HEIGHT = 160;

const toQuery = (query: Query<"/teams-statistics">) => dataQuery("/teams-statistics", { query });

export function TeamFigures({ id }: { id: string }) {
  return (
    <StatisticsPanel toQuery={toQuery} id={id} height={CARDS_HEIGHT}>
      {(entry) => <Cards entry={entry} />}
    </StatisticsPanel>
  );
}

function Cards({ entry }: { entry: TeamStatistics }) {
  const t = useTranslate();
  const figures = FIGURE_NAMES.flatMap((name): Figure[] => {
    const figure = entry.figures[name];
    if (figure === undefined) return [];
    const label = t(`team_page.figure.${name}.label`);
    const help = t(`team_page.figure.${name}.help`);
    return [
      {
        label,
        help,
        value: <ValueWithRows figure={figure} label={label} help={help} asOf={entry.as_of} />,
      },
    ];
  });
  if (figures.length === 0) return <Text size="sm">{t("team_page.no_figures")}</Text>;
  return <FigureCards figures={figures} />;
}
