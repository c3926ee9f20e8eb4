// The description of a list: its columns, filters and sorts as data, small enough for routes to load.
import { fillPath } from "../../api/request";
import type { EnumName, OrganizationOption, Permission } from "../../api/types";
import type {
  Exact,
  Formats,
  ListPath,
  Params,
  Query,
  QueryShape,
  RowOf,
  SortOf,
} from "../../api/wire";
import type { MessageKey } from "../../i18n/keys";
import type {
  DatesFilter,
  FilterDescription,
  NamedFilter,
  ReferenceFilter,
  ToggleFilter,
  ValueLabels,
} from "./filterDescription";

export type {
  ChoiceFilter,
  DatesFilter,
  FilterDescription,
  ReferenceFilter,
} from "./filterDescription";

export type ColumnDescription<
  Id extends string = string,
  Sort extends string = string,
  Filter extends string = string,
> = {
  id: Id;
  label: MessageKey;
  /** The help text of the column. */
  help?: MessageKey;
  /** The API's sort key; a column without one cannot be sorted. */
  sort?: Sort;
  /** The pattern of sort keys, for a column that renders as several. */
  partSortPattern?: RegExp;
  align?: "end";
  /**
   * Without the permission the column is absent. Sorting needs it for all records, because the order reveals figures.
   */
  requires?: Permission;
  /** The API sorts by what the user may see only: any scope may sort. */
  isSortedWithinScope?: boolean;
  /** The filters that the column requires (`useConvertibleList`). */
  requiresFilters?: readonly Filter[];
  /** Hidden by default, available in the column chooser. */
  hidden?: boolean;
  /** Rendered as text without a cell: the text itself, the name of a record, or the names of several. */
  text?: boolean;
};

/** The columns of a row's card on a phone, in three lines; absent columns and values are left out. */
type CardDescription<Id extends string = string> = {
  /** The value beside the name. */
  head?: Id;
  /** What the row is about, below its name. */
  about: readonly Id[];
  /** How it stands. */
  standing: readonly Id[];
};

type ListParts<Column, Filter, Sort extends string> = {
  columns: readonly Column[];
  /** Without it, a card has a line for each column. */
  card?: CardDescription<Column extends { id: infer Id extends string } ? Id : never>;
  filters: readonly Filter[];
  defaultSort?: Sort;
  /** The permission to read the list, or several of which one is enough; without it nothing is requested. */
  requires?: Permission | readonly Permission[];
  /** False when the API has no search. */
  searchable?: boolean;
  /** The export: the name of the list, a query that always applies, and an additional permission. */
  file?: { list: string; fixed?: FixedQuery; requires?: Permission };
  /** The name of the list for saved views: the API's path and which of its lists it is. */
  views?: string;
  /** The prefix of its URL parameters, when another list on the screen has the plain names. */
  prefix?: string;
};

/** The query that always applies to a list. */
export type FixedQuery = Readonly<
  Record<string, string | number | boolean | readonly string[] | null | undefined>
>;

/** A list as screens use it; `defineList` checks it against the types of its path. */
export type ListDescription<
  Row = unknown,
  CellId extends string = string,
  Fixed = never,
> = ListParts<ColumnDescription, FilterDescription, string> & {
  /** The API's path below its prefix. */
  path: string;
  /** Never set: binds the list to the types of its rows, its fixed query and its cells. */
  typeMarker?(row: Row, fixed: Fixed): CellId;
};

/** The fields of a row that can be shown as text: not dates, instants, amounts or enumerated values. */
type TextField<Row> = {
  [K in keyof Row & string]-?: K extends `${string}_on` | `${string}_at`
    ? never
    : string extends NonNullable<Row[K]>
      ? K
      : NonNullable<Row[K]> extends HasName | readonly HasName[]
        ? K
        : never;
}[keyof Row & string];
type HasName = { readonly name: string };

type ColumnOf<P extends ListPath, Computed extends string> =
  | (ColumnDescription<(keyof RowOf<P> & string) | Computed, SortKey<P>, Parameter<P>> & {
      text?: never;
    })
  | (ColumnDescription<TextField<RowOf<P>>, SortKey<P>, Parameter<P>> & { text: true });

type SortKey<P extends ListPath> = Exclude<SortOf<P>, `-${string}`>;
type ListParameters = "page" | "per_page" | "sort" | "search";
type Parameter<P extends ListPath> = Exclude<keyof Query<P> & string, ListParameters>;
type Element<Value> = Value extends readonly (infer Item)[] ? Item : Value;

/** The values of a parameter, as the URL has them. */
type Value<P extends ListPath, K extends keyof Query<P>> = `${Extract<
  Element<NonNullable<Query<P>[K]>>,
  string | number | boolean
>}`;
type IsMultiple<Actual> = Extract<Actual, readonly unknown[]> extends never ? false : boolean;

/** The values of an enumerated parameter come from the schema, unless fewer are offered. */
type Choice<P extends ListPath, K extends Parameter<P>, Known, Format> = NamedFilter<
  "choice",
  K
> & {
  multiple?: IsMultiple<Query<P>[K]>;
} & (K extends Known
    ? { values?: readonly Value<P, K>[] | RegExp }
    : { values: readonly Value<P, K>[] | RegExp }) &
  ValueLabels<Value<P, K>, NameFor<K, Format>>;
/** The enumerations of a parameter; any when it has only a pattern. */
type NameFor<K, Format> = K extends keyof Format
  ? Format[K] extends { enum: infer Name }
    ? Name
    : OrganizationOption["enum"]
  : EnumName;

/** The name of a list for exports and saved views: its path. */
type ListName<P> = P extends `/${infer Name}`
  ? Name extends `${string}/${string}`
    ? never
    : Name
  : never;
type ExportOf<P extends ListPath> = P extends ListPath
  ? { list: ListName<P>; fixed?: Query<P>; requires?: Permission }
  : never;

/** The kind of filter depends on the parameter's format: a date is part of a range, an id selects a record. */
type Filter<P extends ListPath, Known, Format> =
  | {
      [K in Parameter<P>]: K extends NamesOf<Format, "date">
        ? never
        : K extends NamesOf<Format, "uuid">
          ? ReferenceFilter<K, ListPath>
          : Choice<P, K, Known, Format> | ToggleFilter<K, Value<P, K>>;
    }[Parameter<P>]
  | DatesFilter<Extract<NamesOf<Format, "date">, string>>;
type NamesOf<Format, Name> = {
  [K in keyof Format]: Format[K] extends Name ? K : never;
}[keyof Format];

/** Refuses unknown keys, labels and values in each filter. */
type SameFilter<All, Actual> = All extends { kind: infer Kind; id: infer Id }
  ? Actual extends { kind: Kind; id: Id }
    ? All
    : never
  : never;
type ExactFilters<Filters, P extends ListPath, Known, Format> = Filters & {
  readonly [I in keyof Filters]: Filters[I] &
    Exact<Filters[I], SameFilter<Filter<P, Known, Format>, Filters[I]>>;
};

/** Defines the list of a path: columns are fields of its rows or `computed`; sorts and filters are those of the API. */
export function defineList<
  P extends ListPath,
  Known extends string,
  const Column extends ColumnOf<P, Computed>,
  Format,
  const Filters extends readonly Filter<P, Known, Format>[],
  const Computed extends string = never,
>(
  shape: QueryShape<P, Known> & Formats<Format>,
  list: Omit<
    ListParts<Column & Exact<Column, ColumnOf<P, Computed>>, never, SortOf<P>>,
    "filters" | "file" | "views"
  > & {
    file?: ExportOf<ListPath>;
    views?: ListName<P> | `${ListName<P>}.${string}`;
    filters: ExactFilters<Filters, P, Known, Format>;
    /** Columns that are not one field of a row. */
    computed?: readonly Computed[];
  },
  ...[params]: unknown extends Params<P> ? [] : [params: Params<P>]
): ListDescription<RowOf<P>, Exclude<Column, { text: true }>["id"], Query<P>> {
  const { computed: _, ...described } = list;
  const filters = described.filters.map((filter) => ({
    ...(filter.kind === "choice" ? { values: shape.values[filter.id as never as Known] } : {}),
    ...filter,
  }));
  return {
    ...described,
    path: fillPath(shape.path, params as Readonly<Record<string, string>> | undefined),
    filters: filters as readonly FilterDescription[],
  };
}

export const PAGE_SIZES = [10, 25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;

/** The URL parameters of a filter: one, or two for a date range. */
export function filterParameters(filter: FilterDescription): string[] {
  return filter.kind === "dates" ? [filter.from, filter.to] : [filter.id];
}

export function sortKeys(list: ListDescription): string[] {
  return list.columns.flatMap((column) => (column.sort === undefined ? [] : [column.sort]));
}

export function hiddenByDefault(list: ListDescription): string[] {
  return list.columns.filter((column) => column.hidden).map((column) => column.id);
}
