// The groups of a figure: their sums and their hierarchy (a month contains kinds of work).
import type { DashboardFigure, DashboardSum } from "../../../api/types";
import { addDecimals, totalsByCurrency } from "../../../lib/money";

type Group = DashboardFigure["groups"][number];

/** "2026-11" of "2026-11:fixed". */
const topGroupOf = ({ name }: Group) => name.split(":", 1)[0] ?? name;

const isWithin = (part: Group, group: string) => part.name === group || topGroupOf(part) === group;

function sumGroups(groups: readonly Group[]): DashboardSum | undefined {
  const [first] = groups;
  if (first === undefined || groups.length === 1) return first;
  const amounts = groups.flatMap(({ money }) => money?.amount ?? []);
  return {
    count: groups.reduce((sum, { count }) => sum + count, 0),
    value: first.value,
    money: first.money && { ...first.money, amount: addDecimals(amounts) },
    unconverted: totalsByCurrency(groups.flatMap(({ unconverted }) => unconverted)),
  };
}

/** The sum of a group with its subgroups; undefined when there is no such group. */
export function sumOf({ groups }: DashboardFigure, group: string): DashboardSum | undefined {
  return sumGroups(groups.filter((part) => isWithin(part, group)));
}

/** The groups of the first level: usually months. */
export function topGroupsOf({ groups }: DashboardFigure): string[] {
  return [...new Set(groups.map(topGroupOf))];
}

/** The groups of the figure, or the subgroups of one group. */
export function subgroupsOf(figure: DashboardFigure, group: string | undefined): string[] {
  if (group === undefined) return topGroupsOf(figure);
  const subgroups = figure.groups.filter(
    (part) => topGroupOf(part) === group && part.name !== group,
  );
  return subgroups.map(({ name }) => name);
}
