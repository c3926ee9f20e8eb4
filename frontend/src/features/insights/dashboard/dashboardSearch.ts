// The dashboard's search parameters: period, scope, currency, and the figure with open rows.
import type { Currency } from "../../../api/types";
import { readDay } from "../../../lib/dates";
import type { Period } from "../../../lib/periods";

export const PERIODS = [
  "this_month",
  "last_month",
  "this_quarter",
  "last_quarter",
  "this_year",
  "last_year",
] as const satisfies readonly Period[];
export const COMPARISONS = ["previous", "last_year", "target"] as const;
export type Comparison = (typeof COMPARISONS)[number];
export const SCOPES = ["own", "team", "all"] as const;
export type Scope = (typeof SCOPES)[number];

export type DashboardSearch = {
  from?: string | undefined;
  to?: string | undefined;
  /** The fields of a custom period are open, even if its days are those of a named period. */
  days?: "own" | undefined;
  scope?: Scope | undefined;
  currency?: Currency | undefined;
  /** What the figures are compared with; by default the previous period. */
  compare?: Comparison | undefined;
  /** The figure whose rows are open, and its group. */
  rows?: string | undefined;
  group?: string | undefined;
  page?: number | undefined;
  /** The charts that are shown as tables. */
  tables?: string | undefined;
};

/** Parsed from the address; the currency may not exist. */
export type DashboardAddress = Omit<DashboardSearch, "currency"> & {
  currency?: string | undefined;
};

const MAX_GROUP_LENGTH = 40;

function matchingText(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === "string" && pattern.test(value) ? value : undefined;
}

/** Ignores invalid parameters. */
export function parseBoardSearch(raw: Record<string, unknown>): DashboardAddress {
  const [from, to] = [readDay(raw.from), readDay(raw.to)];
  const days = from && to && from <= to ? { from, to } : {};
  const page = Number(raw.page);
  return {
    ...days,
    days: raw.days === "own" ? raw.days : undefined,
    scope: SCOPES.find((scope) => scope === raw.scope),
    compare: COMPARISONS.find((comparison) => comparison === raw.compare),
    currency: matchingText(raw.currency, /^[A-Z]{3}$/),
    rows: matchingText(raw.rows, /^[a-z_]{2,30}$/),
    group:
      typeof raw.group === "string" && raw.group.length <= MAX_GROUP_LENGTH ? raw.group : undefined,
    page: Number.isInteger(page) && page > 1 ? page : undefined,
    tables: matchingText(raw.tables, /^[a-z_.]{1,100}$/),
  };
}

/** What the figures and their rows depend on; the figures also have a comparison. */
export type RowsQuery = Pick<DashboardSearch, "from" | "to" | "scope" | "currency">;
export type DashboardQuery = RowsQuery & Pick<DashboardSearch, "compare">;

export function boardQuery({ from, to, scope, currency }: DashboardSearch): RowsQuery {
  const query = { from, to, scope, currency };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}
