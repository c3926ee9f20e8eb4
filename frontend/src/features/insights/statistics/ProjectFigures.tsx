// The statistics of one project in a period, in the project's currency.
import { dataQuery } from "../../../api/queries";
import type { ProjectStatistics } from "../../../api/types";
import type { Query } from "../../../api/wire";
import { useTranslate } from "../../../i18n/translate";
import { type Figure, FigureCards } from "../../../ui/figures/FigureCards";
import { StatisticsPanel } from "./StatisticsPanel";
import { ValueWithRows } from "./ValueWithRows";

/** In display order, the same for all projects. */
const FIGURE_NAMES = [
  "hours",
  "billable_hours",
  "budget_burn",
  "mrr",
  "retainer_revenue",
  "oos_sales",
  "invoiced",
  "percent_billed",
  "effective_hourly_rate",
] as const;

const CARDS_HEIGHT = 200;

const toQuery = (query: Query<"/projects-statistics">) =>
  dataQuery("/projects-statistics", { query });

export function ProjectFigures({ id }: { id: string }) {
  return (
    <StatisticsPanel toQuery={toQuery} id={id} height={CARDS_HEIGHT}>
      {(entry) => <Cards entry={entry} />}
    </StatisticsPanel>
  );
}

function Cards({ entry }: { entry: ProjectStatistics }) {
  const t = useTranslate();
  const figures = FIGURE_NAMES.flatMap((name): Figure[] => {
    const figure = entry.figures[name];
    if (figure === undefined) return [];
    const label = t(`record_figures.project.${name}.label`);
    const help = t(`record_figures.project.${name}.help`);
    return [
      {
        label,
        help,
        value: <ValueWithRows figure={figure} label={label} help={help} asOf={entry.as_of} />,
      },
    ];
  });
  return <FigureCards figures={figures} />;
}
