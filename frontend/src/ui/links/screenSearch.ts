// The search parameters of screens: filters, the open record, and the shown part.
import type { LinkProps } from "@tanstack/react-router";
import type { Currency } from "../../api/types";
import type { Exact, ListPath, Query } from "../../api/wire";

type Word = string | undefined;

/** The parameters that are not filters; `listFilters` adds the filters of a list. */
export type ScreenSearch = {
  page?: number | undefined;
  per_page?: number | undefined;
  sort?: Word;
  q?: Word;
  hidden?: Word;
  density?: "compact" | "regular" | "comfortable" | undefined;
  /** The record open in a dialog, or "new". */
  edit?: Word;
  /** The record open in a drawer. */
  open?: Word;
  /** The import file, or the kind of a new one. */
  import?: Word;
  plain?: Word;
  saved?: Word;
  /** The tab or view of the screen. */
  tab?: Word;
  view?: Word;
  /** The period, currency and records of figures. */
  period?: Word;
  from?: Word;
  to?: Word;
  as_of?: Word;
  team?: Word;
  currency?: Word;
  compare?: Word;
  scope?: Word;
  /** The figure whose rows are shown, and the group within it. */
  rows?: Word;
  group?: Word;
  /** A day of the week that is shown. */
  on?: Word;
  /** What time entries are grouped by. */
  by?: Word;
  /** The figure whose restatements are shown. */
  figure?: Word;
  /** The figure whose corrections are shown. */
  corrected?: Word;
  /** Only the services that were last synchronized before this day. */
  synced_before?: Word;
  /** The charts that show their table. */
  tables?: Word;
};

type Change = (before: ScreenSearch) => ScreenSearch;

/** A link to a screen; "." is the current one. */
export type ScreenLink = { to: ScreenPath; search: ScreenSearch | Change };
export type ScreenPath = "." | Extract<LinkProps["to"], `/${string}`>;

type FilterValue = string | number | boolean | readonly string[] | null | undefined;
type Values = Readonly<Record<string, FilterValue>>;
type Filters<P extends ListPath> = Omit<Query<P>, "page" | "per_page" | "search">;

/** The filters of a list; an amount may be in a currency that the API no longer accepts in input. */
export type ListFilters<P extends ListPath> = {
  readonly [K in keyof Filters<P>]: Currency extends Filters<P>[K]
    ? Filters<P>[K] | string
    : Filters<P>[K];
};

/** Formats a list's filters as its URL has them: several values joined by commas. */
export function listFilters<P extends ListPath, const Given extends ListFilters<P>>(
  _list: P,
  filters: Given & Exact<Given, ListFilters<P>>,
): ScreenSearch {
  const written = Object.entries<FilterValue>(filters as object as Values).map(([name, value]) => [
    name,
    value === undefined || value === null ? undefined : String(value),
  ]);
  // `ScreenSearch` does not name the filters: they come only from here.
  return Object.fromEntries(written) as ScreenSearch;
}

/** The search of a link to ".": the current one with a change. */
export function changedSearch(change: ScreenSearch): Change {
  return (before) => ({ ...before, ...change });
}
