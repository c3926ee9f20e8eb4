// A list without the columns that the user may not see or sort by.
import { useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { CurrentUser, Permission } from "../../api/types";
import { useCurrentUser } from "../../session/currentUser";
import { canAny, scope, usePermissions } from "../../session/permissions";
import type { ColumnDescription, FixedQuery, ListDescription } from "./listDescription";
import { type ListSearch, listQuery, readListSearch } from "./listSearch";

export function canRead({ requires }: ListDescription, user: CurrentUser): boolean {
  return (
    requires === undefined || canAny(user, typeof requires === "string" ? [requires] : requires)
  );
}

function permittedColumn(
  column: ColumnDescription,
  granted: ReturnType<typeof scope>,
): ColumnDescription[] {
  if (granted === null) return [];
  if (granted === "all" || column.isSortedWithinScope) return [column];
  const { sort: _, ...unsorted } = column;
  return [unsorted];
}

export function permittedList(list: ListDescription, user: CurrentUser): ListDescription {
  if (list.columns.every(({ requires }) => requires === undefined)) return list;
  const columns = list.columns.flatMap((column) =>
    column.requires === undefined
      ? [column]
      : permittedColumn(column, scope(user, column.requires)),
  );
  return { ...list, columns };
}

export function usePermittedList(list: ListDescription): ListDescription {
  const user = useCurrentUser();
  return useMemo(() => permittedList(list, user), [list, user]);
}

/** The URL parameter of the currency. */
const CURRENCY_PARAMETER = "in";

/**
 * A list with converted amounts: their columns appear once the URL has a currency. Without the permission `needs` for
 * amounts, the currency filter is left out.
 */
export function useConvertibleList<Row, Id extends string, Fixed>(
  list: ListDescription<Row, Id, Fixed>,
  needs: Permission,
): ListDescription<Row, Id, Fixed> {
  const { can } = usePermissions();
  const search = readListSearch(list, useSearch({ strict: false }));
  const seesMoney = can(needs);
  const activeFilters = list.filters.map(({ id }) => id).filter((id) => search[id] !== undefined);
  const key = activeFilters.join();
  return useMemo(() => {
    const active = new Set(key.split(","));
    return {
      ...list,
      columns: list.columns.filter(({ requiresFilters = [] }) =>
        requiresFilters.every((id) => active.has(id)),
      ),
      filters: seesMoney
        ? list.filters
        : list.filters.filter(({ id }) => id !== CURRENCY_PARAMETER),
    };
  }, [list, key, seesMoney]);
}

type PageParameter = "page" | "per_page" | "sort";
const PAGE_PARAMETERS: ReadonlySet<string> = new Set<PageParameter>(["page", "per_page", "sort"]);

/** The API's query for all pages: filters without page and sort. */
export function allPagesQuery<Row, CellId extends string, Fixed>(
  list: ListDescription<Row, CellId, Fixed>,
  search: ListSearch,
  fixed?: NoInfer<Fixed>,
): Omit<Fixed, PageParameter> {
  const parameters = Object.entries(listQuery(list, search, fixed as FixedQuery | undefined));
  // `defineList` has checked that the filters are parameters of the path.
  return Object.fromEntries(parameters.filter(([name]) => !PAGE_PARAMETERS.has(name))) as never;
}
