// A list is described, not programmed: its columns, filters and sorts as data that routes can afford to load.
import type { Permission } from "../../api/types";
import type { MessageKey } from "../../i18n/keys";

export type ColumnDescription = {
  id: string;
  label: MessageKey;
  /** What its figures mean, beside its head. */
  help?: MessageKey;
  /** The API's sort key; a column without one cannot be sorted. */
  sort?: string;
  /** How the sort keys look of a column that is drawn as several, each with a key of its own. */
  partSorts?: RegExp;
  align?: "end";
  /** The permission the column's figures need: without it the column is not there, and only those who
   * hold it for all records can sort by it, for an order would tell what the others are not told. */
  needs?: Permission;
  /** The filters without which it has nothing to say, and is not there (`useToldList`). */
  onlyWith?: readonly string[];
  /** Offered in the column chooser but not shown until asked for. */
  hidden?: boolean;
};

/** How the values look of a list of choices that the organization keeps. */
export const OWN_CHOICE = /^[a-z0-9_]{1,40}$/;

/** What words the values: a list of enum-options, or for yes and no the page's own words. */
type Worded = { enumName: string } | { words: Readonly<Record<string, MessageKey>> };

export type ChoiceFilter = {
  kind: "choice";
  id: string;
  label: MessageKey;
  /** The accepted values, or how they look where the organization's settings name them and `enumName` offers them;
   * anything else in the address is dropped. */
  values: readonly string[] | RegExp;
  many?: boolean;
} & Worded;

export type ReferenceFilter = {
  kind: "reference";
  id: string;
  label: MessageKey;
  /** The list that is searched for records to pick. */
  path: string;
};

export type DatesFilter = {
  kind: "dates";
  id: string;
  label: MessageKey;
  /** The API's two parameters. */
  from: string;
  to: string;
};

type ToggleFilter = { kind: "toggle"; id: string; label: MessageKey; on: string };

export type FilterDescription = ChoiceFilter | ReferenceFilter | DatesFilter | ToggleFilter;

export type ListDescription = {
  /** The API's path below its prefix. */
  path: string;
  columns: readonly ColumnDescription[];
  filters: readonly FilterDescription[];
  defaultSort?: string;
  /** The permission to read the list at all, or several of which one is enough; without it nothing is asked for. */
  needs?: Permission | readonly Permission[];
  /** False where the API offers no search. */
  searchable?: boolean;
  /** What is taken away of it as a file: the list by its name, what narrows that one to this, who may beside its readers. */
  file?: { list: string; fixed?: Readonly<Record<string, string>>; needs?: Permission };
  /** Under which name a person's views of it are kept: the API's path, and which of its lists it is. */
  views?: string;
  /** What its names in the address begin with, where another list of the screen has the plain ones. */
  prefix?: string;
};

export const PAGE_SIZES = [10, 25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;

export const DENSITIES = ["compact", "regular", "roomy"] as const;
export type Density = (typeof DENSITIES)[number];
export const ROW_HEIGHTS: Record<Density, number> = { compact: 28, regular: 36, roomy: 44 };

/** The address parameters a filter owns: one, or two for a span of dates. */
export function filterParameters(filter: FilterDescription): string[] {
  return filter.kind === "dates" ? [filter.from, filter.to] : [filter.id];
}

export function sortKeys(list: ListDescription): string[] {
  return list.columns.flatMap((column) => (column.sort === undefined ? [] : [column.sort]));
}

export function hiddenByDefault(list: ListDescription): string[] {
  return list.columns.filter((column) => column.hidden).map((column) => column.id);
}
