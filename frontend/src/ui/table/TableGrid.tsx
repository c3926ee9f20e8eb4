// The rows as a real table: heads that sort and say so, row heads that are links, a click anywhere on a row.
import { useTable } from "@tanstack/react-table";
import { lazy, type ReactNode, Suspense, useMemo } from "react";
import { useTranslate } from "../../i18n/translate";
import { SelectPageBox, usePageSelection } from "../selection/SelectBoxes";
import { ColumnHead } from "./ColumnHead";
import { useDensity } from "./densityChoice";
import type { Shown } from "./ListFrame";
import { type ListDescription, ROW_HEIGHTS } from "./listDescription";
import { hiddenColumns, type ListSearch } from "./listSearch";
import { RowLine } from "./RowLine";
import { renderCell } from "./renderCell";
import classes from "./Table.module.css";
import { type Cells, features, type Listed, type TableColumn } from "./tableModel";

const VirtualRows = lazy(() =>
  import("./VirtualRows").then((module) => ({ default: module.VirtualRows })),
);

/** Above this many rows only the visible ones are drawn. */
const MANY_ROWS = 60;

export type DrawnProps<Item extends Listed> = Shown<Item> & {
  cells: Cells<Item>;
  /** What a row offers beside opening it. */
  actions?: ((item: Item) => ReactNode) | undefined;
};

function sortingOf(list: ListDescription, search: ListSearch) {
  const key = search.sort ?? list.defaultSort;
  if (key === undefined) return [];
  const column = list.columns.find(({ sort }) => sort === key.replace(/^-/, ""));
  return column === undefined ? [] : [{ id: column.id, desc: key.startsWith("-") }];
}

function visibilityOf(list: ListDescription, search: ListSearch) {
  return Object.fromEntries([...hiddenColumns(list, search)].map((id) => [id, false]));
}

function useColumns<Item extends Listed>(
  list: ListDescription,
  cells: Cells<Item>,
): TableColumn<Item>[] {
  return useMemo(
    () =>
      list.columns.map((column) => ({
        id: column.id,
        enableSorting: column.sort !== undefined,
        cell: ({ row }) => renderCell(cells, column, row.original),
      })),
    [list, cells],
  );
}

export function TableGrid<Item extends Listed>(props: DrawnProps<Item>) {
  const { list, search, rows, firstIndex, actions } = props;
  const t = useTranslate();
  const columns = useColumns(list, props.cells);
  const picking = usePageSelection(props.selection, rows);
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (item) => item.api_id,
    manualSorting: true,
    state: { sorting: sortingOf(list, search), columnVisibility: visibilityOf(list, search) },
  });
  const described = new Map(list.columns.map((column) => [column.id, column]));
  const density = useDensity(search);
  const height = ROW_HEIGHTS[density];
  const lines = table.getRowModel().rows;
  const line = (index: number) => {
    const row = lines[index];
    return row === undefined ? null : (
      <RowLine
        key={row.id}
        row={row}
        described={described}
        index={firstIndex + index}
        height={height}
        actions={actions}
        picking={picking}
      />
    );
  };
  const columnCount = table.getVisibleLeafColumns().length + (actions ? 1 : 0) + (picking ? 1 : 0);
  return (
    <div className={classes.frame}>
      <table
        className={classes.table}
        data-density={density}
        aria-label={props.label}
        aria-busy={props.busy}
        aria-rowcount={props.total + 1}
      >
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              {picking && (
                <td className={classes.head} data-pick>
                  <SelectPageBox picking={picking} />
                </td>
              )}
              {group.headers.map((header) => (
                <ColumnHead
                  key={header.id}
                  column={described.get(header.column.id)}
                  direction={header.column.getIsSorted()}
                  onSort={props.onSort}
                />
              ))}
              {actions && (
                <th scope="col" className={classes.head}>
                  <span className={classes.unseen}>{t("table.actions")}</span>
                </th>
              )}
            </tr>
          ))}
        </thead>
        {lines.length > MANY_ROWS ? (
          <Suspense fallback={<tbody />}>
            <VirtualRows count={lines.length} height={height} columns={columnCount} line={line} />
          </Suspense>
        ) : (
          <tbody>{lines.map((_, index) => line(index))}</tbody>
        )}
      </table>
    </div>
  );
}
