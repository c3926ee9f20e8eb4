// The rows as a table: sortable headers, row headers with links, clickable rows.
import { useTable } from "@tanstack/react-table";
import { Fragment, lazy, type ReactNode, Suspense, useMemo } from "react";
import { useTranslate } from "../../i18n/translate";
import { PageCheckbox, usePageSelection } from "../selection/SelectionCheckboxes";
import { ColumnHead } from "./ColumnHead";
import { ROW_HEIGHTS } from "./density";
import { useDensity } from "./densityChoice";
import type { RowsView } from "./ListFrame";
import type { ListDescription } from "./listDescription";
import { hiddenColumns, type ListSearch } from "./listSearch";
import { renderCell } from "./renderCell";
import classes from "./Table.module.css";
import { detailId, TableRowView } from "./TableRowView";
import {
  type ApiRow,
  type Cells,
  features,
  type RowDetail,
  type RowGroups,
  startsGroup,
  type TableColumn,
} from "./tableModel";

const VirtualRows = lazy(() =>
  import("./VirtualRows").then((module) => ({ default: module.VirtualRows })),
);

/** Longer pages render only the visible rows. */
const MAX_PLAIN_ROWS = 60;

export type RowsProps<Item extends ApiRow> = RowsView<Item> & {
  cells: Cells<Item>;
  /** The actions of a row. */
  actions?: ((item: Item) => ReactNode) | undefined;
  groups?: RowGroups<Item> | undefined;
  detail?: RowDetail<Item> | undefined;
  card?: ((item: Item) => ReactNode) | undefined;
};

function tableSorting(list: ListDescription, search: ListSearch) {
  const key = search.sort ?? list.defaultSort;
  if (key === undefined) return [];
  const column = list.columns.find(({ sort }) => sort === key.replace(/^-/, ""));
  return column === undefined ? [] : [{ id: column.id, desc: key.startsWith("-") }];
}

function columnVisibility(list: ListDescription, search: ListSearch) {
  return Object.fromEntries([...hiddenColumns(list, search)].map((id) => [id, false]));
}

function useColumns<Item extends ApiRow>(
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

export function TableGrid<Item extends ApiRow>(props: RowsProps<Item>) {
  const { list, search, rows, firstIndex, actions, groups, detail } = props;
  const t = useTranslate();
  const columns = useColumns(list, props.cells);
  const pageSelection = usePageSelection(props.selection, rows);
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (item) => item.api_id,
    manualSorting: true,
    state: {
      sorting: tableSorting(list, search),
      columnVisibility: columnVisibility(list, search),
    },
  });
  const columnsById = new Map(list.columns.map((column) => [column.id, column]));
  const density = useDensity(search);
  const height = ROW_HEIGHTS[density];
  const tableRows = table.getRowModel().rows;
  const columnCount =
    table.getVisibleLeafColumns().length + [actions, pageSelection, detail].filter(Boolean).length;
  const renderRow = (index: number) => {
    const [row, item] = [tableRows[index], rows[index]];
    if (row === undefined || item === undefined) return null;
    return (
      <Fragment key={row.id}>
        {groups && startsGroup(groups, rows, index) && (
          <tr className={classes.group}>
            <td colSpan={columnCount}>{groups.renderHeading(item)}</td>
          </tr>
        )}
        <TableRowView
          row={row}
          columns={columnsById}
          index={firstIndex + index}
          height={height}
          actions={actions}
          pageSelection={pageSelection}
          detail={detail}
          isOpen={search.open === row.id}
          onToggle={props.onToggle}
        />
        {detail && search.open === row.id && (
          <tr className={classes.detail} id={detailId(row.id)}>
            <td colSpan={columnCount}>{detail.render(item)}</td>
          </tr>
        )}
      </Fragment>
    );
  };
  // Only rows of equal height can be rendered as they scroll into view.
  const isVirtual = tableRows.length > MAX_PLAIN_ROWS && !groups && !detail && !props.isPrinted;
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
              {detail && <td className={classes.head} data-toggle />}
              {pageSelection && (
                <td className={classes.head} data-pick>
                  <PageCheckbox pageSelection={pageSelection} />
                </td>
              )}
              {group.headers.map((header) => (
                <ColumnHead
                  key={header.id}
                  column={columnsById.get(header.column.id)}
                  direction={header.column.getIsSorted()}
                  onSort={props.onSort}
                />
              ))}
              {actions && (
                <th scope="col" className={classes.head}>
                  <span className="regie-visually-hidden">{t("table.actions")}</span>
                </th>
              )}
            </tr>
          ))}
        </thead>
        {isVirtual ? (
          <Suspense fallback={<tbody />}>
            <VirtualRows
              count={tableRows.length}
              height={height}
              columns={columnCount}
              renderRow={renderRow}
            />
          </Suspense>
        ) : (
          <tbody>{tableRows.map((_, index) => renderRow(index))}</tbody>
        )}
      </table>
    </div>
  );
}
