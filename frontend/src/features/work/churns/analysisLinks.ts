// Where the rows behind a figure of the analysis are listed: named only to those who see all of them there.
import type { ChurnAnalysis } from "../../../api/types";
import { addDays } from "../../../lib/dates";
import { changedSearch, type ListFilters, listFilters } from "../../../ui/links/screenSearch";

type Days = { starts_on: string; ends_on: string };

/** What counts as a loss: everything but what was undone within its month. */
const COUNTED = ["recorded", "confirmed", "won_back"] as const;

/** The retainers lost in some days, narrowed by what a figure is of and told in its currency. */
export function lossesLink(
  { rows, currency }: ChurnAnalysis,
  days: Days,
  more: ListFilters<"/churn-events"> = {},
) {
  if (!rows.includes("churn-events")) return {};
  const search = listFilters("/churn-events", {
    state: COUNTED,
    effective_from: days.starts_on,
    effective_to: days.ends_on,
    in: currency,
    ...more,
  });
  return { link: { to: "/churns", search } } as const;
}

/** The five years that the dashboard tells at once, by days. */
const MAX_DAYS = 5 * 365;
type Lost = "lost-retainers" | "lost-clients";
type Span = Days & Pick<ChurnAnalysis, "rows" | "scope"> & { currency?: string };

/** What was lost, one by one: a figure of the dashboard, of the same days, in the same scope; of too many days, none. */
export function lostLink(span: Span, name: Lost, isOnBoard = false) {
  const { rows, starts_on: from, ends_on: to } = span;
  if (!rows.includes(name)) return {};
  const figure = name.replace("-", "_");
  if (isOnBoard) {
    const search = changedSearch({ rows: figure, group: undefined, page: undefined });
    return { link: { to: ".", search } } as const;
  }
  if (addDays(from, MAX_DAYS) < to) return { isTooLong: true };
  return boardLink(span, { from, to }, figure);
}

/** The retainers that ran at the close of a day, which the MRR of that day adds up. */
export function runningLink(span: Omit<Span, keyof Days>, day: string) {
  if (!span.rows.includes("mrr")) return {};
  return boardLink(span, { from: `${day.slice(0, 8)}01`, to: day }, "mrr");
}

function boardLink(
  { currency, scope }: Pick<Span, "currency" | "scope">,
  days: { from: string; to: string },
  rows: string,
) {
  const search = { ...days, ...(currency ? { currency } : {}), scope, rows };
  return { link: { to: "/dashboard", search } } as const;
}

/** The movements of some days, told in the analysis's currency. */
export function movementsLink(
  { rows, currency }: Pick<ChurnAnalysis, "rows" | "currency">,
  days: Partial<Days>,
  more: ListFilters<"/mrr-movements">,
) {
  if (!rows.includes("mrr-movements")) return {};
  const { starts_on: from, ends_on: to } = days;
  const filters = listFilters("/mrr-movements", { currency, from, to, ...more });
  return { link: { to: "/churns", search: { tab: "changes", ...filters } } } as const;
}
