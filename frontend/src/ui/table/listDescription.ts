// A list is described, not programmed: its columns, filters and sorts as data that routes can afford to load.
import { fillPath } from "../../api/client";
import type { EnumName, Permission } from "../../api/types";
import type { ListPath, Params, Query, QueryShape, RowOf, SortOf } from "../../api/wire";
import type { MessageKey } from "../../i18n/keys";

export type ColumnDescription<Id extends string = string, Sort extends string = string> = {
  id: Id;
  label: MessageKey;
  /** What its figures mean, beside its head. */
  help?: MessageKey;
  /** The API's sort key; a column without one cannot be sorted. */
  sort?: Sort;
  /** How the sort keys look of a column that is drawn as several, each with a key of its own. */
  partSorts?: RegExp;
  align?: "end";
  /** The permission the column's figures need: without it the column is not there, and only those who
   * hold it for all records can sort by it, for an order would tell what the others are not told. */
  needs?: Permission;
  /** The filters without which it has nothing to say, and is not there (`useConvertibleList`). */
  onlyWith?: readonly string[];
  /** Offered in the column chooser but not shown until asked for. */
  hidden?: boolean;
  /** Shown as text, without a cell of its own: a text as it is, the name of a record, the names of several. */
  text?: boolean;
};

/** What words the values: a list of enum-options, or for yes and no the page's own words. */
type Worded = { enumName: EnumName } | { words: Readonly<Record<string, MessageKey>> };

type Named<Kind extends string, Id extends string> = { kind: Kind; id: Id; label: MessageKey };

export type ChoiceFilter<Id extends string = string> = Named<"choice", Id> & {
  /** The accepted values, or how they look where the organization's settings name them and `enumName` offers them;
   * anything else in the address is dropped. */
  values: readonly string[] | RegExp;
  many?: boolean;
} & Worded;

export type ReferenceFilter<Id extends string = string, Path extends ListPath = ListPath> = Named<
  "reference",
  Id
> & {
  /** The list that is searched for records to pick. */
  path: Path;
};

export type DatesFilter<Parameter extends string = string> = Named<"dates", string> & {
  /** The API's two parameters. */
  from: Parameter;
  to: Parameter;
};

type ToggleFilter<Id extends string = string, Value extends string = string> = Named<
  "toggle",
  Id
> & { on: Value };

export type FilterDescription = ChoiceFilter | ReferenceFilter | DatesFilter | ToggleFilter;

type Described<Column, Filter, Sort extends string> = {
  columns: readonly Column[];
  filters: readonly Filter[];
  defaultSort?: Sort;
  /** The permission to read the list at all, or several of which one is enough; without it nothing is asked for. */
  needs?: Permission | readonly Permission[];
  /** False where the API offers no search. */
  searchable?: boolean;
  /** What is taken away of it as a file: the list by its name, what narrows that one to this, who may beside its readers. */
  file?: { list: string; fixed?: FixedQuery; needs?: Permission };
  /** Under which name a person's views of it are kept: the API's path, and which of its lists it is. */
  views?: string;
  /** What its names in the address begin with, where another list of the screen has the plain ones. */
  prefix?: string;
};

/** What a list is asked beside what its reader chose. */
export type FixedQuery = Readonly<
  Record<string, string | number | boolean | readonly string[] | null | undefined>
>;

/** A list as the screens draw it; `defineList` makes one that its path, rows and parameters have been checked for. */
export type ListDescription<
  Row = unknown,
  Drawn extends string = string,
  Fixed = never,
> = Described<ColumnDescription, FilterDescription, string> & {
  /** The API's path below its prefix. */
  path: string;
  /** Never there: it binds the list to its rows, to what can narrow it, and to the columns that need a cell. */
  bind?(row: Row, fixed: Fixed): Drawn;
};

/** The fields of a row that can be shown as text: days, instants, amounts and enumerated values are no texts. */
type TextField<Row> = {
  [K in keyof Row & string]-?: K extends `${string}_on` | `${string}_at`
    ? never
    : string extends NonNullable<Row[K]>
      ? K
      : NonNullable<Row[K]> extends Called | readonly Called[]
        ? K
        : never;
}[keyof Row & string];
type Called = { readonly name: string };

type ColumnOf<P extends ListPath, Computed extends string> =
  | (ColumnDescription<(keyof RowOf<P> & string) | Computed, SortKey<P>> & { text?: never })
  | (ColumnDescription<TextField<RowOf<P>>, SortKey<P>> & { text: true });

type SortKey<P extends ListPath> = Exclude<SortOf<P>, `-${string}`>;
type ListParameters = "page" | "per_page" | "sort" | "search";
type Parameter<P extends ListPath> = Exclude<keyof Query<P> & string, ListParameters>;
type One<Value> = Value extends readonly (infer Item)[] ? Item : Value;

/** What a parameter can be, as the address has it. */
type Value<P extends ListPath, K extends keyof Query<P>> = `${Extract<
  One<NonNullable<Query<P>[K]>>,
  string | number | boolean
>}`;
type IsMany<Given> = Extract<Given, readonly unknown[]> extends never ? false : boolean;

/** The values of an enumerated parameter are the schema's, unless fewer are offered. */
type Choice<P extends ListPath, K extends Parameter<P>, Known> = Named<"choice", K> & {
  many?: IsMany<Query<P>[K]>;
} & (K extends Known
    ? { values?: readonly Value<P, K>[] | RegExp }
    : { values: readonly Value<P, K>[] | RegExp }) &
  Worded;

type Filter<P extends ListPath, Known> =
  | {
      [K in Parameter<P>]:
        | Choice<P, K, Known>
        | ReferenceFilter<K, ListPath>
        | ToggleFilter<K, Value<P, K>>;
    }[Parameter<P>]
  | DatesFilter<Parameter<P>>;

/** A list by its path: columns are fields of its rows or `computed`, sorts and filters what the API takes. */
export function defineList<
  P extends ListPath,
  Known extends string,
  const Column extends ColumnOf<P, Computed>,
  const Computed extends string = never,
>(
  shape: QueryShape<P, Known>,
  list: Described<Column, Filter<P, Known>, SortOf<P>> & {
    /** The columns that are made of several fields of a row, or of none. */
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
