// What stands in a cell: what the column draws, or the text of its field.
import type { ReactNode } from "react";
import { Absent } from "../display/Absent";
import type { ColumnDescription } from "./listDescription";
import type { Cells, Listed } from "./tableModel";

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (typeof value === "object" && value !== null)
    return textOf((value as { name?: unknown }).name);
  return typeof value === "string" ? value : "";
}

export function renderCell<Item extends Listed>(
  cells: Cells<Item>,
  { id }: ColumnDescription,
  item: Item,
): ReactNode {
  const draw = cells[id];
  return draw ? draw(item) : textOf(item[id as keyof Item]) || <Absent />;
}
