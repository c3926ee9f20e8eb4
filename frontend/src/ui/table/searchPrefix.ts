// Which part of an address is a list's own: two lists on one screen keep theirs apart by a prefix.
import { filterParameters, type ListDescription } from "./listDescription";

type Address = Record<string, unknown>;

const LAYOUT_KEYS = ["page", "per_page", "sort", "q", "hidden", "density"];
const LIST_KEYS = [...LAYOUT_KEYS, "edit", "open", "plain", "saved"];

/** What the address says of the list, by the names that the list has for it. */
export function readPrefixed({ prefix }: ListDescription, address: Address): Address {
  if (prefix === undefined) return address;
  const own = Object.entries(address).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]));
}

/** The address with this in its list's place; what belongs to the screen around the list stays, its open tab for instance. */
export function writePrefixed(list: ListDescription, address: Address, search: Address): Address {
  const inAddress = (name: string) => `${list.prefix ?? ""}${name}`;
  const own = new Set([...LIST_KEYS, ...list.filters.flatMap(filterParameters)].map(inAddress));
  const others = Object.entries(address).filter(([name]) => !own.has(name));
  const said = Object.entries(search).map(([name, value]) => [inAddress(name), value] as const);
  return Object.fromEntries([...others, ...said]);
}
