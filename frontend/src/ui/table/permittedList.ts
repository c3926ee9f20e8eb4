// A list as one reader has it: without the columns that are not theirs to see or to sort by.
import { useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { CurrentUser, Permission } from "../../api/types";
import { useCurrentUser } from "../../session/currentUser";
import { mayAny, scope, usePermissions } from "../../session/permissions";
import type { ColumnDescription, FixedQuery, ListDescription } from "./listDescription";
import { type ListQuery, type ListSearch, listQuery, readListSearch } from "./listSearch";

export function mayRead({ needs }: ListDescription, user: CurrentUser): boolean {
  return needs === undefined || mayAny(user, typeof needs === "string" ? [needs] : needs);
}

function permittedColumn(
  column: ColumnDescription,
  held: ReturnType<typeof scope>,
): ColumnDescription[] {
  if (held === null) return [];
  if (held === "all") return [column];
  const { sort: _, ...unsorted } = column;
  return [unsorted];
}

export function permittedList(list: ListDescription, user: CurrentUser): ListDescription {
  if (list.columns.every(({ needs }) => needs === undefined)) return list;
  const columns = list.columns.flatMap((column) =>
    column.needs === undefined ? [column] : permittedColumn(column, scope(user, column.needs)),
  );
  return { ...list, columns };
}

export function usePermittedList(list: ListDescription): ListDescription {
  const user = useCurrentUser();
  return useMemo(() => permittedList(list, user), [list, user]);
}

/** The currency's name in the address. */
const CURRENCY = "in";

/**
 * One that may be told in one currency too: what is converted is there once the address says into which.
 * `needs` is what its amounts need: to whom they are not shown, no currency is offered.
 */
export function useConvertibleList<Row, Id extends string, Fixed>(
  list: ListDescription<Row, Id, Fixed>,
  needs: Permission,
): ListDescription<Row, Id, Fixed> {
  const { may } = usePermissions();
  const search = readListSearch(list, useSearch({ strict: false }));
  const seesMoney = may(needs);
  const given = list.filters.map(({ id }) => id).filter((id) => search[id] !== undefined);
  const key = given.join();
  return useMemo(() => {
    const there = new Set(key.split(","));
    return {
      ...list,
      columns: list.columns.filter(({ onlyWith = [] }) => onlyWith.every((id) => there.has(id))),
      filters: seesMoney ? list.filters : list.filters.filter(({ id }) => id !== CURRENCY),
    };
  }, [list, key, seesMoney]);
}

const OF_A_PAGE = new Set(["page", "per_page", "sort"]);

/** What the API is asked where all pages are meant: the filters, in no order. */
export function allPages(list: ListDescription, search: ListSearch, fixed?: FixedQuery): ListQuery {
  const asked = Object.entries(listQuery(list, search, fixed));
  return Object.fromEntries(asked.filter(([name]) => !OF_A_PAGE.has(name)));
}
