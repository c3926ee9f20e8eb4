// Moves between the cells of a column with the arrow keys and Enter, as in a spreadsheet.
import type { KeyboardEvent } from "react";

type Cell = HTMLInputElement | HTMLSelectElement;

function cellBeside(cell: Cell, step: 1 | -1): Cell | null {
  let row = cell.closest("tr");
  do row = (step === 1 ? row?.nextElementSibling : row?.previousElementSibling) as typeof row;
  while (row && !row.querySelector(`[data-grid="${cell.dataset["grid"]}"]`));
  return row?.querySelector<Cell>(`[data-grid="${cell.dataset["grid"]}"]`) ?? null;
}

function moveTo(cell: Cell, step: 1 | -1): void {
  const next = cellBeside(cell, step);
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

/** The value of the cell above, for Ctrl+D; undefined in the first row. */
export const valueAbove = (cell: Cell): string | undefined => cellBeside(cell, -1)?.value;

/** Whether the key was one that moves; a select needs the arrows itself. */
export function moveByKey(event: KeyboardEvent<Cell>): boolean {
  const { key, currentTarget: cell } = event;
  const isArrow = cell instanceof HTMLInputElement && (key === "ArrowDown" || key === "ArrowUp");
  if (!isArrow && key !== "Enter") return false;
  event.preventDefault();
  moveTo(cell, key === "ArrowUp" || (key === "Enter" && event.shiftKey) ? -1 : 1);
  return true;
}
