// The address is the list's only state: read it without trusting it, change it without residue.
import * as v from "valibot";
import type { FixedQuery } from "./listDescription";
import {
  type ChoiceFilter,
  DEFAULT_PAGE_SIZE,
  DENSITIES,
  type Density,
  type FilterDescription,
  filterParameters,
  hiddenByDefault,
  type ListDescription,
  PAGE_SIZES,
  sortKeys,
} from "./listDescription";
import { readPrefixed } from "./searchPrefix";

/** What a list keeps in the address; defaults are left out, so an untouched list has a bare one. */
export type ListSearch = {
  page?: number | undefined;
  per_page?: number | undefined;
  sort?: string | undefined;
  q?: string | undefined;
  hidden?: string | undefined;
  density?: Density | undefined;
  /** The record open in a dialogue, or "new"; "import" where the list takes a file. */
  edit?: string | undefined;
  /** The record open for reading beside the list. */
  open?: string | undefined;
  /** The list as it comes, for somebody whose list opens with a view of theirs. */
  plain?: string | undefined;
  /** The saved view that was opened; what is shown is said by the rest of the address all the same. */
  saved?: string | undefined;
  /** Filters, several values joined by commas. */
  [parameter: string]: string | number | undefined;
};

export type ListQuery = Record<string, FixedQuery[string]>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ISO_DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const MAX_SEARCH_LENGTH = 100;
const LAST_PAGE = 1_000_000;
const PLAIN = "yes";

// The router reads `true` and numbers of an address as what they look like.
const word = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String), v.trim());
const whole = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer());

function lenient<Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.optional(schema), undefined as never);
}

function commaList(allowed: (value: string) => boolean) {
  return v.pipe(
    word,
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
      return filter.many
        ? { [filter.id]: lenient(commaList((value) => isChoice(filter, value))) }
        : {
            [filter.id]: lenient(
              v.pipe(
                word,
                v.check((value) => isChoice(filter, value)),
              ),
            ),
          };
    case "reference":
      return { [filter.id]: lenient(v.pipe(word, v.regex(UUID))) };
    case "dates":
      return {
        [filter.from]: lenient(v.pipe(word, v.regex(ISO_DATE))),
        [filter.to]: lenient(v.pipe(word, v.regex(ISO_DATE))),
      };
    case "toggle":
      return { [filter.id]: lenient(v.pipe(word, v.literal(filter.on))) };
  }
}

function listSchema(list: ListDescription) {
  const sorts = sortKeys(list);
  const isSort = (key: string) =>
    sorts.includes(key) || list.columns.some((column) => column.partSorts?.test(key));
  const ids = list.columns.map((column) => column.id);
  const hidden = commaList((id) => id === "none" || ids.slice(1).includes(id));
  return v.object({
    page: lenient(v.pipe(whole, v.minValue(1), v.maxValue(LAST_PAGE))),
    per_page: lenient(v.pipe(whole, v.picklist([...PAGE_SIZES]))),
    sort: lenient(
      v.pipe(
        word,
        v.check((text) => isSort(text.replace(/^-/, ""))),
      ),
    ),
    q: lenient(v.pipe(word, v.minLength(1), v.maxLength(MAX_SEARCH_LENGTH))),
    hidden: lenient(hidden),
    density: lenient(v.picklist(DENSITIES)),
    edit: lenient(v.pipe(word, v.regex(/^(?:new|import|[0-9a-f-]{36})$/i))),
    open: lenient(v.pipe(word, v.regex(UUID))),
    plain: lenient(v.pipe(word, v.literal(PLAIN))),
    saved: lenient(v.pipe(word, v.regex(UUID))),
    ...Object.assign({}, ...list.filters.map(filterSchemas)),
  });
}

function defaultsOf(list: ListDescription): ListSearch {
  return {
    page: 1,
    per_page: DEFAULT_PAGE_SIZE,
    sort: list.defaultSort,
    hidden: hiddenByDefault(list).join(",") || "none",
    density: "regular",
  };
}

/** Leaves out what is empty or the default, so that equal lists have equal addresses. */
export function stripDefaults(list: ListDescription, search: ListSearch): ListSearch {
  const defaults = defaultsOf(list);
  const kept = Object.entries(search).filter(
    ([key, value]) => value !== undefined && value !== "" && value !== defaults[key],
  );
  // Anything else in the address says by itself that it is not to be led on.
  const said = kept.length > 1 ? kept.filter(([key]) => key !== "plain") : kept;
  return Object.fromEntries(said);
}

/** An address that asks for nothing of its own: a person's view may take its place. */
export function isBare(search: ListSearch): boolean {
  return Object.keys(search).length === 0;
}

/** The same list at an address that is not bare, and so is not led on. */
export function keptPlain(search: ListSearch): ListSearch {
  return isBare(search) ? { plain: PLAIN } : search;
}

function keptOf(search: ListSearch): ListSearch {
  const { page: _, edit: __, open: ___, plain: ____, saved: _____, ...kept } = search;
  return kept;
}

/** What a saved view keeps of an address: all but the place in the list and what is open over it. */
export function viewQuery(list: ListDescription, search: ListSearch): string {
  const kept = keptOf(stripDefaults(list, search));
  const pairs = Object.entries(kept).map(
    ([key, value]) => [key, String(value)] as [string, string],
  );
  return new URLSearchParams(pairs.sort(([one], [other]) => (one < other ? -1 : 1))).toString();
}

/** A saved view as the list reads it today: what it no longer knows is left out. */
export function viewSearch(list: ListDescription, query: string): ListSearch {
  return keptOf(readListSearch(list, Object.fromEntries(new URLSearchParams(query))));
}

/** Reads any address: what is not understood falls back to the default, nothing throws. */
export function readListSearch(list: ListDescription, raw: Record<string, unknown>): ListSearch {
  return stripDefaults(list, v.parse(listSchema(list), readPrefixed(list, raw)) as ListSearch);
}

function filterValue(filter: FilterDescription, text: string): string | string[] {
  return filter.kind === "choice" && filter.many ? text.split(",") : text;
}

/** What the API is asked for an address; `fixed` narrows the list for good (a client's projects). */
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

/** A change of what is listed starts again at the first page. */
export function changeSearch(
  list: ListDescription,
  search: ListSearch,
  change: ListSearch,
): ListSearch {
  return stripDefaults(list, { ...search, page: undefined, ...change });
}

/** Unsorted → ascending → descending → unsorted; a list never gets stuck on its own default. */
export function nextSort(
  list: ListDescription,
  search: ListSearch,
  key: string,
): string | undefined {
  const current = search.sort ?? list.defaultSort;
  if (current === key) return `-${key}`;
  const settled = current === `-${key}` && list.defaultSort !== `-${key}`;
  return settled ? undefined : key;
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

/** The filters in force, each with the address parameters that hold it. */
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
