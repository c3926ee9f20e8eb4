// Links to the rows of the analysis's figures, for users who may see all of them.
import type { ChurnAnalysis } from "../../../api/types";
import { addDays } from "../../../lib/dates";
import { changedSearch, type ListFilters, listFilters } from "../../../ui/links/screenSearch";

type Days = { starts_on: string; ends_on: string };

/** The states that count as a loss; voided ones do not. */
export const COUNTED_STATES = ["recorded", "confirmed", "won_back"] as const;

/** The losses of a period, with the figure's filters and currency. */
export function lossesLink(
  { rows, currency }: ChurnAnalysis,
  days: Days,
  filters: ListFilters<"/churn-events"> = {},
) {
  if (!rows.includes("churn-events")) return {};
  const search = listFilters("/churn-events", {
    state: COUNTED_STATES,
    effective_from: days.starts_on,
    effective_to: days.ends_on,
    in: currency,
    ...filters,
  });
  return { link: { to: "/churns", search } } as const;
}

/** The dashboard shows at most five years. */
const MAX_DAYS = 5 * 365;
type LostRecords = "lost-retainers" | "lost-clients";
type LinkContext = Days & Pick<ChurnAnalysis, "rows" | "scope"> & { currency?: string };

/** The lost records: a figure of the dashboard for the same period and scope, unless the period is too long. */
export function lostLink(context: LinkContext, name: LostRecords, isOnDashboard = false) {
  const { rows, starts_on: from, ends_on: to } = context;
  if (!rows.includes(name)) return {};
  const figure = name.replace("-", "_");
  if (isOnDashboard) {
    const search = changedSearch({ rows: figure, group: undefined, page: undefined });
    return { link: { to: ".", search } } as const;
  }
  if (addDays(from, MAX_DAYS) < to) return { isTooLong: true };
  return dashboardLink(context, { from, to }, figure);
}

/** The retainers of the MRR at the end of a day. */
export function runningLink(context: Omit<LinkContext, keyof Days>, day: string) {
  if (!context.rows.includes("mrr")) return {};
  return dashboardLink(context, { from: `${day.slice(0, 8)}01`, to: day }, "mrr");
}

function dashboardLink(
  { currency, scope }: Pick<LinkContext, "currency" | "scope">,
  days: { from: string; to: string },
  rows: string,
) {
  const search = { ...days, ...(currency ? { currency } : {}), scope, rows };
  return { link: { to: "/dashboard", search } } as const;
}

/** The movements of a period, in the analysis's currency. */
export function movementsLink(
  { rows, currency }: Pick<ChurnAnalysis, "rows" | "currency">,
  days: Partial<Days>,
  filters: ListFilters<"/mrr-movements">,
) {
  if (!rows.includes("mrr-movements")) return {};
  const { starts_on: from, ends_on: to } = days;
  const search = listFilters("/mrr-movements", { currency, from, to, ...filters });
  return { link: { to: "/churns", search: { tab: "changes", ...search } } } as const;
}
