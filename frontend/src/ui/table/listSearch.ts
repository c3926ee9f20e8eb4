// The URL is the list's only state: validates it and changes it.
import * as v from "valibot";
import { currentDensity, DENSITIES, type Density } from "./density";
import {
  type ChoiceFilter,
  DEFAULT_PAGE_SIZE,
  type FilterDescription,
  type FixedQuery,
  filterParameters,
  hiddenByDefault,
  type ListDescription,
  PAGE_SIZES,
  sortKeys,
} from "./listDescription";
import { readPrefixed } from "./searchPrefix";

/** The list's parameters in the URL, without defaults. */
export type ListSearch = {
  page?: number | undefined;
  per_page?: number | undefined;
  sort?: string | undefined;
  q?: string | undefined;
  hidden?: string | undefined;
  density?: Density | undefined;
  /** The record open in a dialog, or "new"; "import" for a list with an import. */
  edit?: string | undefined;
  /** The record open in a drawer or below its row. */
  open?: string | undefined;
  /** Shows the list without the user's default view. */
  plain?: string | undefined;
  /** The open saved view; the other parameters still define what is shown. */
  saved?: string | undefined;
  /** Filters; several values are joined by commas. */
  [parameter: string]: string | number | undefined;
};

export type ListQuery = Record<string, FixedQuery[string]>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The row of a group is not a record: its name precedes the key. */
const ROW_ID = /^[\w-]{1,80}$/;
const ISO_DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const MAX_SEARCH_LENGTH = 100;
const MAX_PAGE = 1_000_000;
const PLAIN = "yes";

// The router parses `true` and numbers in the URL.
const str = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String), v.trim());
const integer = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer());

function lenient<Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.optional(schema), undefined as never);
}

function commaList(allowed: (value: string) => boolean) {
  return v.pipe(
    str,
    v.transform((text) => [...new Set(text.split(",").filter(allowed))].join(",")),
    v.minLength(1),
  );
}

function isChoice({ values }: ChoiceFilter, value: string): boolean {
  return values instanceof RegExp ? values.test(value) : values.includes(value);
}

function filterSchemas(filter: FilterDescription): Record<string, v.GenericSchema> {
  switch (filter.kind) {
    case "choice":
      return filter.multiple
        ? { [filter.id]: lenient(commaList((value) => isChoice(filter, value))) }
        : {
            [filter.id]: lenient(
              v.pipe(
                str,
                v.check((value) => isChoice(filter, value)),
              ),
            ),
          };
    case "reference":
      return { [filter.id]: lenient(v.pipe(str, v.regex(UUID))) };
    case "dates":
      return {
        [filter.from]: lenient(v.pipe(str, v.regex(ISO_DATE))),
        [filter.to]: lenient(v.pipe(str, v.regex(ISO_DATE))),
      };
    case "toggle":
      return { [filter.id]: lenient(v.pipe(str, v.literal(filter.on))) };
  }
}

function listSchema(list: ListDescription) {
  const sorts = sortKeys(list);
  const isSort = (key: string) =>
    sorts.includes(key) || list.columns.some((column) => column.partSortPattern?.test(key));
  const ids = list.columns.map((column) => column.id);
  const hidden = commaList((id) => id === "none" || ids.slice(1).includes(id));
  return v.object({
    page: lenient(v.pipe(integer, v.minValue(1), v.maxValue(MAX_PAGE))),
    per_page: lenient(v.pipe(integer, v.picklist([...PAGE_SIZES]))),
    sort: lenient(
      v.pipe(
        str,
        v.check((text) => isSort(text.replace(/^-/, ""))),
      ),
    ),
    q: lenient(v.pipe(str, v.minLength(1), v.maxLength(MAX_SEARCH_LENGTH))),
    hidden: lenient(hidden),
    density: lenient(v.pipe(str, v.transform(currentDensity), v.picklist(DENSITIES))),
    edit: lenient(v.pipe(str, v.regex(/^(?:new|import|[0-9a-f-]{36})$/i))),
    open: lenient(v.pipe(str, v.regex(ROW_ID))),
    plain: lenient(v.pipe(str, v.literal(PLAIN))),
    saved: lenient(v.pipe(str, v.regex(UUID))),
    ...Object.assign({}, ...list.filters.map(filterSchemas)),
  });
}

function defaultSearch(list: ListDescription): ListSearch {
  return {
    page: 1,
    per_page: DEFAULT_PAGE_SIZE,
    sort: list.defaultSort,
    hidden: hiddenByDefault(list).join(",") || "none",
    density: "regular",
  };
}

/** Leaves out empty and default values, so that equal lists have equal URLs. */
export function stripDefaults(list: ListDescription, search: ListSearch): ListSearch {
  const defaults = defaultSearch(list);
  const entries = Object.entries(search).filter(
    ([key, value]) => value !== undefined && value !== "" && value !== defaults[key],
  );
  // With other parameters, `plain` is not needed.
  const needed = entries.length > 1 ? entries.filter(([key]) => key !== "plain") : entries;
  return Object.fromEntries(needed);
}

/** True without parameters: the user's default view may apply. */
export function isEmptySearch(search: ListSearch): boolean {
  return Object.keys(search).length === 0;
}

/** The same list with a parameter that prevents the default view. */
export function withoutDefaultView(search: ListSearch): ListSearch {
  return isEmptySearch(search) ? { plain: PLAIN } : search;
}

/** Reads any URL: invalid values fall back to the default, and nothing throws. */
export function readListSearch(list: ListDescription, raw: Record<string, unknown>): ListSearch {
  return stripDefaults(list, v.parse(listSchema(list), readPrefixed(list, raw)) as ListSearch);
}

function filterValue(filter: FilterDescription, text: string): string | string[] {
  return filter.kind === "choice" && filter.multiple ? text.split(",") : text;
}

/** The API's query for the list's parameters; `fixed` always applies. */
export function listQuery(
  list: ListDescription,
  search: ListSearch,
  fixed: FixedQuery = {},
): ListQuery {
  const query: ListQuery = {
    page: search.page ?? 1,
    per_page: search.per_page ?? DEFAULT_PAGE_SIZE,
  };
  const sort = search.sort ?? list.defaultSort;
  if (sort !== undefined) query.sort = sort;
  if (search.q !== undefined) query.search = search.q;
  for (const filter of list.filters) {
    for (const parameter of filterParameters(filter)) {
      const value = search[parameter];
      if (value !== undefined) query[parameter] = filterValue(filter, String(value));
    }
  }
  return { ...query, ...fixed };
}

/** A change of filters, search or sort returns to the first page. */
export function changeSearch(
  list: ListDescription,
  search: ListSearch,
  change: ListSearch,
): ListSearch {
  return stripDefaults(list, { ...search, page: undefined, ...change });
}

/** Cycles unsorted → ascending → descending → unsorted, and also reverses the default sort. */
export function nextSort(
  list: ListDescription,
  search: ListSearch,
  key: string,
): string | undefined {
  const current = search.sort ?? list.defaultSort;
  if (current === key) return `-${key}`;
  const isLastStep = current === `-${key}` && list.defaultSort !== `-${key}`;
  return isLastStep ? undefined : key;
}

export function hiddenColumns(list: ListDescription, search: ListSearch): Set<string> {
  if (search.hidden === undefined) return new Set(hiddenByDefault(list));
  return new Set(search.hidden === "none" ? [] : search.hidden.split(","));
}

export function hideColumns(
  list: ListDescription,
  search: ListSearch,
  hidden: ReadonlySet<string>,
): ListSearch {
  const ids = list.columns.map((column) => column.id).filter((id) => hidden.has(id));
  return stripDefaults(list, { ...search, hidden: ids.join(",") || "none" });
}

/** The active filters, with their parameters. */
export function activeFilters(list: ListDescription, search: ListSearch): FilterDescription[] {
  return list.filters.filter((filter) =>
    filterParameters(filter).some((parameter) => search[parameter] !== undefined),
  );
}

export function clearFilters(list: ListDescription, search: ListSearch): ListSearch {
  const cleared = Object.fromEntries(
    list.filters.flatMap(filterParameters).map((parameter) => [parameter, undefined]),
  );
  return changeSearch(list, search, { ...cleared, q: undefined });
}
