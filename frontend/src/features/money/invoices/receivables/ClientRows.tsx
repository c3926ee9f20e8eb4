// Receivables by client as a table: one row per client, and the opened client's invoices below it.
import type { ClientReceivables } from "../../../../api/types";
import {
  nameId,
  PageCheckbox,
  type PageSelection,
  RowCheckbox,
  usePageSelection,
} from "../../../../ui/selection/SelectionCheckboxes";
import { ColumnHead } from "../../../../ui/table/ColumnHead";
import type { RowsView } from "../../../../ui/table/ListFrame";
import tableClasses from "../../../../ui/table/Table.module.css";
import { FollowUpOwner, LastReminder, NextFollowUp, Promised } from "./followUpCells";
import { OpenedClient } from "./OpenedClient";
import classes from "./Receivables.module.css";
import {
  AgeBar,
  ClientName,
  DaysLate,
  DaysToPay,
  ExpandButton,
  Outstanding,
  OverdueAmount,
  useOpenedRow,
} from "./receivableCells";

export function ClientRows({
  list,
  search,
  rows,
  label,
  busy,
  total,
  firstIndex,
  onSort,
  selection,
}: RowsView<ClientReceivables>) {
  const opened = useOpenedRow();
  const pageSelection = usePageSelection(selection, rows);
  const sort = search.sort ?? list.defaultSort;
  const directionOf = (key: string | undefined) =>
    key !== undefined && (sort === key ? "asc" : sort === `-${key}` && "desc");
  return (
    <div className={tableClasses.frame}>
      <table
        className={`${tableClasses.table} ${classes.clients}`}
        aria-label={label}
        aria-busy={busy}
        aria-rowcount={total + 1}
      >
        <thead>
          <tr>
            <td className={`${tableClasses.head} ${classes.expandCell}`}>
              {pageSelection && <PageCheckbox pageSelection={pageSelection} />}
            </td>
            {list.columns.map((column) => (
              <ColumnHead
                key={column.id}
                column={column}
                direction={directionOf(column.sort)}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <ClientRow
              key={row.api_id}
              row={row}
              index={firstIndex + index}
              isOpen={opened === row.api_id}
              columns={list.columns.length + 1}
              pageSelection={pageSelection}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = {
  row: ClientReceivables;
  index: number;
  isOpen: boolean;
  columns: number;
  pageSelection: PageSelection<ClientReceivables> | undefined;
};

function ClientRow({ row, index, isOpen, columns, pageSelection }: RowProps) {
  const cell = tableClasses.cell;
  return (
    <>
      <tr className={`${tableClasses.line} ${classes.row}`} aria-rowindex={index + 1}>
        <td className={classes.expandCell}>
          <span className={classes.rowActions}>
            {pageSelection && <RowCheckbox pageSelection={pageSelection} item={row} />}
            <ExpandButton row={row} isOpen={isOpen} />
          </span>
        </td>
        <th scope="row" id={nameId(row)} className={tableClasses.rowHead}>
          <ClientName row={row} />
        </th>
        <td className={cell} data-align="end">
          <OverdueAmount row={row} />
        </td>
        <td className={cell} data-align="end">
          <Outstanding row={row} />
        </td>
        <td className={cell}>
          <AgeBar row={row} />
        </td>
        <td className={cell} data-align="end">
          <DaysLate row={row} />
        </td>
        <td className={cell} data-align="end">
          <DaysToPay row={row} />
        </td>
        <td className={cell}>
          <NextFollowUp row={row} />
          <LastReminder row={row} />
        </td>
        <td className={`${cell} ${classes.promise}`}>
          <Promised row={row} />
        </td>
        <td className={cell}>
          <FollowUpOwner row={row} />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td className={classes.detail} colSpan={columns}>
            <OpenedClient row={row} />
          </td>
        </tr>
      )}
    </>
  );
}
