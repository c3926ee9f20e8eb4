// Separates the URL parameters of two lists on one screen by a prefix.
import { filterParameters, type ListDescription } from "./listDescription";

type SearchParams = Record<string, unknown>;

const LAYOUT_KEYS = ["page", "per_page", "sort", "q", "hidden", "density"];
const LIST_KEYS = [...LAYOUT_KEYS, "edit", "open", "plain", "saved"];

/** The list's parameters without the prefix. */
export function readPrefixed({ prefix }: ListDescription, params: SearchParams): SearchParams {
  if (prefix === undefined) return params;
  const listParams = Object.entries(params).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(listParams.map(([name, value]) => [name.slice(prefix.length), value]));
}

/** Replaces the list's parameters in the URL; others, such as the open tab, stay. */
export function writePrefixed(
  list: ListDescription,
  params: SearchParams,
  search: SearchParams,
): SearchParams {
  const prefixed = (name: string) => `${list.prefix ?? ""}${name}`;
  const listNames = new Set(
    [...LIST_KEYS, ...list.filters.flatMap(filterParameters)].map(prefixed),
  );
  const others = Object.entries(params).filter(([name]) => !listNames.has(name));
  const listEntries = Object.entries(search).map(
    ([name, value]) => [prefixed(name), value] as const,
  );
  return Object.fromEntries([...others, ...listEntries]);
}
