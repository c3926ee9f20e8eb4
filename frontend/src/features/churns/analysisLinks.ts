// Where the rows behind a figure of the analysis are listed: named only to those who see all of them there.
import type { ChurnAnalysis } from "../../api/types";
import { addDays } from "../../lib/dates";

type Words = Record<string, string>;
type Days = { starts_on: string; ends_on: string };

/** What counts as a loss: everything but what was undone within its month. */
const COUNTED = "recorded,confirmed,won_back";

/** The retainers lost in some days, narrowed by what a figure is of. */
export function lossesLink({ rows }: ChurnAnalysis, days: Days, more: Words = {}) {
  if (!rows.includes("churn-events")) return {};
  const search = {
    state: COUNTED,
    effective_from: days.starts_on,
    effective_to: days.ends_on,
    ...more,
  };
  return { link: { to: "/churns", search } };
}

/** The five years that the dashboard tells at once, by days. */
const MOST_DAYS = 5 * 365;
type Lost = "lost-retainers" | "lost-clients";

/** What was lost, one by one: a figure of the dashboard, of the same days, in the same scope. */
export function lostLink(
  { rows, starts_on: from, ends_on: to, currency, scope }: ChurnAnalysis,
  name: Lost,
  isOnBoard: boolean,
) {
  if (!rows.includes(name)) return {};
  const figure = name.replace("-", "_");
  if (isOnBoard) {
    const opened = { rows: figure, group: undefined, page: undefined };
    return { link: { to: ".", search: (before: object) => ({ ...before, ...opened }) } };
  }
  if (addDays(from, MOST_DAYS) < to) return {};
  return { link: { to: "/dashboard", search: { from, to, currency, scope, rows: figure } } };
}

/** The movements of some days, told in the analysis's currency. */
export function movementsLink({ rows, currency }: ChurnAnalysis, days: Partial<Days>, more: Words) {
  if (!rows.includes("mrr-movements")) return {};
  const { starts_on: from, ends_on: to } = days;
  const search = {
    tab: "changes",
    currency,
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...more,
  };
  return { link: { to: "/churns", search } };
}
