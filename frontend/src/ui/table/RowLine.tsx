// One row: its first cell holds the real link, and a click anywhere else on it does the same.
import { FlexRender } from "@tanstack/react-table";
import type { MouseEvent, ReactNode } from "react";
import { nameId, type PageSelection, SelectRowBox } from "../selection/SelectBoxes";
import type { ColumnDescription } from "./listDescription";
import classes from "./Table.module.css";
import type { Listed, TableRow } from "./tableModel";

type Props<Item extends Listed> = {
  row: TableRow<Item>;
  described: ReadonlyMap<string, ColumnDescription>;
  index: number;
  height: number;
  actions?: ((item: Item) => ReactNode) | undefined;
  picking: PageSelection<Item> | undefined;
};

/** Follows a row's link unless the click was meant for something else; new tabs as with any link. */
export function followRowLink(event: MouseEvent<HTMLElement>): void {
  const target = event.target as Element;
  if (event.defaultPrevented || target.closest("a, button, input, label")) return;
  if (window.getSelection()?.toString()) return;
  const link = event.currentTarget.querySelector("a");
  if (link === null) return;
  if (event.button === 1 || event.metaKey || event.ctrlKey) {
    window.open(link.href, "_blank", "noopener");
  } else if (event.button === 0) {
    link.click();
  }
}

export function RowLine<Item extends Listed>({
  row,
  described,
  index,
  height,
  actions,
  picking,
}: Props<Item>) {
  const item = row.original;
  return (
    <tr
      className={classes.row}
      aria-rowindex={index + 1}
      style={{ height }}
      onClick={followRowLink}
      onAuxClick={followRowLink}
      data-picked={picking?.selection.has(item) || undefined}
    >
      {picking && (
        <td className={classes.cell} data-pick>
          <SelectRowBox picking={picking} item={item} />
        </td>
      )}
      {row.getVisibleCells().map((cell, position) => {
        const Cell = position === 0 ? "th" : "td";
        return (
          <Cell
            key={cell.id}
            id={picking && position === 0 ? nameId(item) : undefined}
            scope={position === 0 ? "row" : undefined}
            className={position === 0 ? classes.rowHead : classes.cell}
            data-align={described.get(cell.column.id)?.align}
          >
            <FlexRender cell={cell} />
          </Cell>
        );
      })}
      {actions && <td className={classes.actions}>{actions(item)}</td>}
    </tr>
  );
}
