// What stands apart from a figure or is a part of it, with links to its rows.
import type { Dashboard, DashboardFigureName } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { FigureLink } from "../../../ui/figures/FigureNotes";
import { sumText } from "../../../ui/figures/sumText";
import { changedSearch } from "../../../ui/links/screenSearch";
import { sumOf } from "./dashboardGroups";
import { useGroupName } from "./useGroupName";

type Line = { figure: DashboardFigureName; group?: string };

/** By figure, the figures and groups that are shown with it. */
const LINES: Partial<Record<DashboardFigureName, readonly Line[]>> = {
  burn_at_risk: [{ figure: "burn_at_risk", group: "over" }],
  invoiced: [{ figure: "invoiced", group: "unlinked" }],
  pipeline: [{ figure: "unweighted_deals" }],
};

type Props = { name: DashboardFigureName; dashboard: Dashboard };

export function FigureLines({ name, dashboard }: Props) {
  return LINES[name]?.map((line) => (
    <FigureLine key={`${line.figure}/${line.group}`} line={line} dashboard={dashboard} />
  ));
}

function FigureLine({ line, dashboard }: Omit<Props, "name"> & { line: Line }) {
  const t = useTranslate();
  const locale = useLocale();
  const groupName = useGroupName();
  const figure = dashboard.figures[line.figure];
  const sum = line.group === undefined ? figure : figure && sumOf(figure, line.group);
  if (!figure || !sum || sum.count === 0) return null;
  const label = line.group
    ? groupName(line.figure, line.group)
    : t(`dashboard.${line.figure}.label`);
  const search = changedSearch({ rows: line.figure, group: line.group, page: undefined });
  return (
    <span>
      <FigureLink
        link={figure.has_rows ? { to: ".", search } : undefined}
        title={t("dashboard.rows")}
      >
        {t("common.label_and_value", { label, value: sumText(sum, figure.unit, t, locale) })}
      </FigureLink>
    </span>
  );
}
