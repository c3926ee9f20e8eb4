// The table engine with the two features a server-driven list needs, and nothing it does not.
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

/** What every row of the API has. */
export type Listed = { api_id: string };

export type TableColumn<Item extends Listed> = ColumnDef<typeof features, Item>;
export type TableRow<Item extends Listed> = Row<typeof features, Item>;

/** How each column of a described list is drawn. */
export type Cells<Item extends Listed, Id extends string = string> = {
  readonly [columnId in Id]: (item: Item) => ReactNode;
};

/** How the columns of a list that `defineList` made are drawn: each that is not shown as text, and no other. */
export type CellsOf<List> =
  List extends ListDescription<infer Row extends Listed, infer Id> ? Cells<Row, Id> : never;
