// The content of a cell: the rendered cell, or the field's text.
import type { ReactNode } from "react";
import { Absent } from "../display/Absent";
import type { ColumnDescription } from "./listDescription";
import type { ApiRow, Cells } from "./tableModel";

function fieldText(value: unknown): string {
  if (Array.isArray(value)) return value.map(fieldText).join(", ");
  if (typeof value === "object" && value !== null)
    return fieldText((value as { name?: unknown }).name);
  return typeof value === "string" ? value : "";
}

export function renderCell<Item extends ApiRow>(
  cells: Cells<Item>,
  { id }: ColumnDescription,
  item: Item,
): ReactNode {
  const render = cells[id];
  return render ? render(item) : fieldText(item[id as keyof Item]) || <Absent />;
}
