// A person and their figures: each opens its rows, and utilization stands beside its target.
import { IconCheck, IconTrendingDown } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { EmployeeFigure, PersonFigures } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatPercent } from "../../../lib/numbers";
import { Absent } from "../../../ui/display/Absent";
import { Avatar } from "../../../ui/display/Avatar";
import { RecordFigureRows } from "../../../ui/figures/RecordFigureRows";
import { EmployeeLink } from "../../../ui/links/RecordLinks";
import uiClasses from "../../../ui/ui.module.css";
import { FigureValue } from "./FigureValue";
import { rowsQuery, rowsTarget } from "./figureRows";
import classes from "./People.module.css";

const AVATAR_SIZE = 24;

export type FigureName =
  | "utilisation"
  | "hours"
  | "billable_hours"
  | "available_hours"
  | "retained_mrr"
  | "net_retention"
  | "oos_sold"
  | "churned_mrr"
  | "retainer_revenue"
  | "invoiced"
  | "goal_attainment"
  | "values_received";

export function Person({ person }: { person: PersonFigures }) {
  return (
    <span className={classes.person}>
      <Avatar name={person.employee.name} picture={null} size={AVATAR_SIZE} />
      <EmployeeLink employee={person.employee} />
    </span>
  );
}

/** Nothing adds up to zero, or to a figure that cannot be calculated. */
export function hasRows({ value, money }: EmployeeFigure): boolean {
  return money === null ? Number(value) !== 0 : money.length > 0;
}

/** The figure as a link to its rows, if the user may see all of them. */
export function LinkedFigure({ person, name }: { person: PersonFigures; name: FigureName }) {
  const t = useTranslate();
  const figure = person.figures[name];
  if (figure === undefined) return <Absent />;
  const value = <FigureValue figure={figure} />;
  if (!hasRows(figure)) return <span className={classes.nothing}>{value}</span>;
  const query = rowsQuery(figure.rows);
  if (query !== null)
    return (
      <RecordFigureRows
        isCompact
        label={`${t(`people_figures.field.${name}`)} · ${person.employee.name}`}
        help={t(`record_figures.person.${name}`)}
        query={query}
        asOf={person.as_of}
      >
        {value}
      </RecordFigureRows>
    );
  const target = rowsTarget(figure.rows);
  return target === null ? (
    value
  ) : (
    <Link to={target.to} search={target.search} className={uiClasses.link}>
      {value}
    </Link>
  );
}

export function Utilisation({ person }: { person: PersonFigures }) {
  const { utilisation, utilisation_target: target } = person.figures;
  return (
    <span className={classes.utilisation}>
      <LinkedFigure person={person} name="utilisation" />
      {utilisation?.value != null && target?.value != null && (
        <Target used={utilisation} target={target.value} />
      )}
    </span>
  );
}

function Target({ used, target }: { used: EmployeeFigure; target: string }) {
  const t = useTranslate();
  const locale = useLocale();
  const isBelow = Number(used.value) < Number(target);
  const Icon = isBelow ? IconTrendingDown : IconCheck;
  const text = formatPercent(target, locale);
  return (
    <>
      <span className={classes.target} aria-hidden>
        / {text}
      </span>
      <Icon
        size={16}
        className={isBelow ? classes.below : classes.met}
        role="img"
        aria-label={t(isBelow ? "people_figures.below_target" : "people_figures.on_target", {
          target: text,
        })}
      />
    </>
  );
}
