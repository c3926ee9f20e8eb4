// A table row: its first cell contains the link, and a click anywhere else follows it.
import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { FlexRender } from "@tanstack/react-table";
import type { MouseEvent, ReactNode } from "react";
import { nameId, type PageSelection, RowCheckbox } from "../selection/SelectionCheckboxes";
import type { ColumnDescription } from "./listDescription";
import classes from "./Table.module.css";
import type { ApiRow, RowDetail, TableRow } from "./tableModel";

type Props<Item extends ApiRow> = {
  row: TableRow<Item>;
  columns: ReadonlyMap<string, ColumnDescription>;
  index: number;
  height: number;
  actions?: ((item: Item) => ReactNode) | undefined;
  pageSelection: PageSelection<Item> | undefined;
  detail: RowDetail<Item> | undefined;
  isOpen: boolean;
  onToggle: (id: string) => void;
};

export const detailId = (rowId: string) => `detail-${rowId}`;

/** Follows the row's link, in a new tab with a modifier key, unless the click was on a control or selected text. */
export function followRowLink(event: MouseEvent<HTMLElement>): void {
  const target = event.target as Element;
  if (event.defaultPrevented || target.closest("a, button, input, select, label")) return;
  if (window.getSelection()?.toString()) return;
  const link = event.currentTarget.querySelector("a");
  if (link === null) return;
  if (event.button === 1 || event.metaKey || event.ctrlKey) {
    window.open(link.href, "_blank", "noopener");
  } else if (event.button === 0) {
    link.click();
  }
}

export function TableRowView<Item extends ApiRow>({
  row,
  columns,
  index,
  height,
  actions,
  pageSelection,
  detail,
  isOpen,
  onToggle,
}: Props<Item>) {
  const item = row.original;
  return (
    <tr
      className={classes.row}
      aria-rowindex={index + 1}
      style={{ height }}
      onClick={followRowLink}
      onAuxClick={followRowLink}
      data-picked={pageSelection?.selection.has(item) || undefined}
    >
      {detail && (
        <td className={classes.cell} data-toggle>
          <UnstyledButton
            className={classes.toggle}
            aria-label={detail.labelOf(item)}
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailId(row.id) : undefined}
            onClick={() => onToggle(row.id)}
          >
            <IconChevronRight size={16} aria-hidden />
          </UnstyledButton>
        </td>
      )}
      {pageSelection && (
        <td className={classes.cell} data-pick>
          <RowCheckbox pageSelection={pageSelection} item={item} />
        </td>
      )}
      {row.getVisibleCells().map((cell, position) => {
        const Cell = position === 0 ? "th" : "td";
        return (
          <Cell
            key={cell.id}
            id={pageSelection && position === 0 ? nameId(item) : undefined}
            scope={position === 0 ? "row" : undefined}
            className={position === 0 ? classes.rowHead : classes.cell}
            data-align={columns.get(cell.column.id)?.align}
            data-column={cell.column.id}
          >
            <FlexRender cell={cell} />
          </Cell>
        );
      })}
      {actions && <td className={classes.actions}>{actions(item)}</td>}
    </tr>
  );
}
