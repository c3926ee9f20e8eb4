// The table engine with only the features that a server-driven list needs.
import {
  type ColumnDef,
  columnVisibilityFeature,
  type Row,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { ListDescription } from "./listDescription";

export const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });

/** The fields of every row. */
export type ApiRow = { api_id: string };

export type TableColumn<Item extends ApiRow> = ColumnDef<typeof features, Item>;
export type TableRow<Item extends ApiRow> = Row<typeof features, Item>;

/** The cell renderers of a list. */
export type Cells<Item extends ApiRow, Id extends string = string> = {
  readonly [ColumnId in Id]: (item: Item) => ReactNode;
};

/** The cell renderers of a list by `defineList`: one for each column that is not text. */
export type CellsOf<List> =
  List extends ListDescription<infer Row extends ApiRow, infer Id> ? Cells<Row, Id> : never;

/** Headings above the rows that stand together in the order of the list. */
export type RowGroups<Item extends ApiRow> = {
  keyOf: (item: Item) => string;
  renderHeading: (item: Item) => ReactNode;
};

/** What a row shows below it while the address has it open. */
export type RowDetail<Item extends ApiRow> = {
  render: (item: Item) => ReactNode;
  /** The accessible name of the button that shows it. */
  labelOf: (item: Item) => string;
  /** Also on the cards of a phone: they open by a link of their own. */
  isOnCards?: boolean;
};

/** Whether a row is the first of its group on the page. */
export function startsGroup<Item extends ApiRow>(
  groups: RowGroups<Item> | undefined,
  rows: readonly Item[],
  index: number,
): boolean {
  const [row, before] = [rows[index], rows[index - 1]];
  if (groups === undefined || row === undefined) return false;
  return before === undefined || groups.keyOf(before) !== groups.keyOf(row);
}
