// What the dashboard is asked for, as its address holds it: the days, whose figures, the currency, and whose rows are open.
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
export const SCOPES = ["own", "team", "all"] as const;
export type Scope = (typeof SCOPES)[number];

export type DashboardSearch = {
  from?: string | undefined;
  to?: string | undefined;
  /** Days of one's own are being chosen, though they may be those of a named period so far. */
  days?: "own" | undefined;
  scope?: Scope | undefined;
  currency?: Currency | undefined;
  /** The figure whose rows are shown, and which part of it. */
  rows?: string | undefined;
  group?: string | undefined;
  page?: number | undefined;
  /** The charts that are shown as their tables. */
  tables?: string | undefined;
};

/** What the address holds: whether there is such a currency is not checked yet. */
export type DashboardAddress = Omit<DashboardSearch, "currency"> & {
  currency?: string | undefined;
};

const MAX_GROUP_LENGTH = 40;

function readWord(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === "string" && pattern.test(value) ? value : undefined;
}

/** Whatever makes no sense falls back to what is shown without it. */
export function readBoardSearch(raw: Record<string, unknown>): DashboardAddress {
  const [from, to] = [readDay(raw.from), readDay(raw.to)];
  const days = from && to && from <= to ? { from, to } : {};
  const page = Number(raw.page);
  return {
    ...days,
    days: raw.days === "own" ? raw.days : undefined,
    scope: SCOPES.find((scope) => scope === raw.scope),
    currency: readWord(raw.currency, /^[A-Z]{3}$/),
    rows: readWord(raw.rows, /^[a-z_]{2,30}$/),
    group:
      typeof raw.group === "string" && raw.group.length <= MAX_GROUP_LENGTH ? raw.group : undefined,
    page: Number.isInteger(page) && page > 1 ? page : undefined,
    tables: readWord(raw.tables, /^[a-z_.]{1,100}$/),
  };
}

export type DashboardQuery = Pick<DashboardSearch, "from" | "to" | "scope" | "currency">;

export function boardQuery({ from, to, scope, currency }: DashboardSearch): DashboardQuery {
  const asked = { from, to, scope, currency };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}
