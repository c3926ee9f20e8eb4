// The statistics of one employee in a period: each figure with its formula and a link to its rows.
import { Text } from "@mantine/core";
import { dataQuery } from "../../../api/queries";
import type { EmployeeStatistics } from "../../../api/types";
import type { Query } from "../../../api/wire";
import { useTranslate } from "../../../i18n/translate";
import { type Figure, FigureCards } from "../../../ui/figures/FigureCards";
import { StatisticsPanel } from "./StatisticsPanel";
import { ValueWithRows } from "./ValueWithRows";

/** In display order. */
const FIGURE_NAMES = [
  "hours",
  "billable_hours",
  "available_hours",
  "utilisation",
  "utilisation_target",
  "retained_mrr",
  "net_retention",
  "retainer_revenue",
  "invoiced",
  "oos_sold",
  "churned_mrr",
  "goal_attainment",
  "values_received",
] as const;

const CARDS_HEIGHT = 280;

const toQuery = (query: Query<"/employees-statistics">) =>
  dataQuery("/employees-statistics", { query });

export function EmployeeFigures({ id }: { id: string }) {
  return (
    <StatisticsPanel toQuery={toQuery} id={id} height={CARDS_HEIGHT}>
      {(entry) => <Cards entry={entry} />}
    </StatisticsPanel>
  );
}

function Cards({ entry }: { entry: EmployeeStatistics }) {
  const t = useTranslate();
  const figures = FIGURE_NAMES.flatMap((name): Figure[] => {
    const figure = entry.figures[name];
    if (figure === undefined) return [];
    const label = t(`people_figures.field.${name}`);
    const help = t(`record_figures.person.${name}`);
    return [
      {
        label,
        help,
        value: <ValueWithRows figure={figure} label={label} help={help} asOf={entry.as_of} />,
      },
    ];
  });
  if (figures.length === 0) return <Text size="sm">{t("statistics.none_open")}</Text>;
  return <FigureCards figures={figures} />;
}
