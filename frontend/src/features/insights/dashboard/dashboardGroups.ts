// The parts of a figure: what several of them come to, and which are within which; a month has its kinds of work.
import type { DashboardFigure, DashboardSum } from "../../../api/types";
import { addDecimals, totalsByCurrency } from "../../../lib/money";

type Part = DashboardFigure["groups"][number];

/** "2026-11" of "2026-11:fixed". */
const headOf = ({ name }: Part) => name.split(":", 1)[0] ?? name;

const isWithin = (part: Part, group: string) => part.name === group || headOf(part) === group;

function addUp(parts: readonly Part[]): DashboardSum | undefined {
  const [first] = parts;
  if (first === undefined || parts.length === 1) return first;
  const amounts = parts.flatMap(({ money }) => money?.amount ?? []);
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    value: first.value,
    money: first.money && { ...first.money, amount: addDecimals(amounts) },
    unconverted: totalsByCurrency(parts.flatMap(({ unconverted }) => unconverted)),
  };
}

/** What a part comes to, or a month of several; undefined where there is none of this name. */
export function sumOf({ groups }: DashboardFigure, group: string): DashboardSum | undefined {
  return addUp(groups.filter((part) => isWithin(part, group)));
}

/** The months, or whatever else the parts are told apart by first. */
export function headsOf({ groups }: DashboardFigure): string[] {
  return [...new Set(groups.map(headOf))];
}

/** What a figure, or a part of it, can be looked into further by. */
export function partsWithin(figure: DashboardFigure, group: string | undefined): string[] {
  if (group === undefined) return headsOf(figure);
  const within = figure.groups.filter((part) => headOf(part) === group && part.name !== group);
  return within.map(({ name }) => name);
}
