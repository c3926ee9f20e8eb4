// The parts of a figure or of one month, each with its sum and a link to its rows.
import { Link } from "@tanstack/react-router";
import type { DashboardFigure, DashboardFigureName } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { sumText } from "../../../ui/figures/sumText";
import { changedSearch } from "../../../ui/links/screenSearch";
import classes from "./Dashboard.module.css";
import { subgroupsOf, sumOf } from "./dashboardGroups";
import { useGroupName } from "./useGroupName";

/** The chart shows larger breakdowns. */
const MAX_GROUPS = 12;

type Props = { figure: DashboardFigure; name: DashboardFigureName; group: string | undefined };

export function FigureBreakdown({ figure, name, group }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const groupName = useGroupName();
  const parts = subgroupsOf(figure, group);
  const shownParts = parts.length > 1 && parts.length <= MAX_GROUPS ? parts : [];
  if (shownParts.length === 0 && group === undefined) return null;
  return (
    <ul className={classes.parts} aria-label={t("dashboard.breakdown")}>
      {group !== undefined && (
        <li>
          <GroupLink group={undefined}>{t("dashboard.everything")}</GroupLink>
        </li>
      )}
      {shownParts.map((part) => {
        const sum = sumOf(figure, part);
        return (
          <li key={part}>
            <GroupLink group={part}>{groupName(name, part, group)}</GroupLink>{" "}
            {sum && sumText(sum, figure.unit, t, locale)}
          </li>
        );
      })}
    </ul>
  );
}

function GroupLink({ group, children }: { group: string | undefined; children: string }) {
  const search = changedSearch({ group, page: undefined });
  return (
    <Link to="." search={search} resetScroll={false} className={classes.link}>
      {children}
    </Link>
  );
}
