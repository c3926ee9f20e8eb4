// Lines of a figure's card for what the figure does not include, with links to their rows.
import type { Dashboard, DashboardFigureName } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { FigureLink, FigureNotes } from "../../../ui/figures/FigureNotes";
import { sumText } from "../../../ui/figures/sumText";
import { sumOf } from "./dashboardGroups";
import type { DashboardSearch } from "./dashboardSearch";
import { useGroupName } from "./useGroupName";

type Props = {
  page: "/dashboard" | "/admin/dashboard";
  name: DashboardFigureName;
  dashboard: Dashboard;
  search: DashboardSearch;
};

type Line = { figure: DashboardFigureName; group?: string };

/** By figure, the figures and groups that are shown on its card. */
const LINES: Partial<Record<DashboardFigureName, readonly Line[]>> = {
  revenue: [{ figure: "invoiced", group: "unlinked" }, { figure: "invoiced" }],
  pipeline: [{ figure: "unweighted_deals" }],
};

export function FigureLines({ page, name, dashboard, search }: Props) {
  const lines = LINES[name] ?? [];
  if (lines.length === 0) return null;
  return (
    <FigureNotes>
      {lines.map((line) => (
        <FigureLine
          key={`${line.figure}/${line.group}`}
          line={line}
          {...{ page, dashboard, search }}
        />
      ))}
    </FigureNotes>
  );
}

function FigureLine({ line, page, dashboard, search }: Omit<Props, "name"> & { line: Line }) {
  const t = useTranslate();
  const locale = useLocale();
  const groupName = useGroupName();
  const figure = dashboard.figures[line.figure];
  const sum = line.group === undefined ? figure : figure && sumOf(figure, line.group);
  if (!figure || !sum || sum.count === 0) return null;
  const label = line.group
    ? groupName(line.figure, line.group)
    : t(`dashboard.${line.figure}.label`);
  const link = { to: page, search: { ...search, rows: line.figure, group: line.group } } as const;
  return (
    <span>
      <FigureLink link={figure.has_rows ? link : undefined} title={t("dashboard.rows")}>
        {t("dashboard.line", { label, value: sumText(sum, figure.unit, t, locale) })}
      </FigureLink>
    </span>
  );
}
