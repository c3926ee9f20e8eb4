// A list as one reader has it: without the columns that are not theirs to see or to sort by.
import { useMemo } from "react";
import type { CurrentUser } from "../../api/types";
import { useCurrentUser } from "../../session/currentUser";
import { mayAny, scope } from "../../session/permissions";
import type { ColumnDescription, ListDescription } from "./listDescription";

export function mayRead({ needs }: ListDescription, user: CurrentUser): boolean {
  return needs === undefined || mayAny(user, typeof needs === "string" ? [needs] : needs);
}

function ownColumn(column: ColumnDescription, held: ReturnType<typeof scope>): ColumnDescription[] {
  if (held === null) return [];
  if (held === "all") return [column];
  const { sort: _, ...unsorted } = column;
  return [unsorted];
}

export function listFor(list: ListDescription, user: CurrentUser): ListDescription {
  if (list.columns.every(({ needs }) => needs === undefined)) return list;
  const columns = list.columns.flatMap((column) =>
    column.needs === undefined ? [column] : ownColumn(column, scope(user, column.needs)),
  );
  return { ...list, columns };
}

export function useOwnList(list: ListDescription): ListDescription {
  const user = useCurrentUser();
  return useMemo(() => listFor(list, user), [list, user]);
}
