// The checkbox of a row, with Shift for a range, and the checkbox for the page.
import { type ChangeEvent, useRef } from "react";
import { useTranslate } from "../../i18n/translate";
import classes from "../table/Table.module.css";
import type { ApiRow } from "../table/tableModel";
import type { Selection } from "./useSelection";

/** The state that the checkboxes of a page share. */
export type PageSelection<Item extends ApiRow> = {
  selection: Selection<Item>;
  page: readonly Item[];
  toggle: (item: Item, isRange: boolean) => void;
};

/** The row's name labels its checkbox. */
export const nameId = (item: ApiRow) => `${item.api_id}-name`;

export function usePageSelection<Item extends ApiRow>(
  selection: Selection<Item> | undefined,
  page: readonly Item[],
): PageSelection<Item> | undefined {
  const last = useRef<string>(undefined);
  if (selection === undefined) return undefined;
  const toggle = (item: Item, isRange: boolean) => {
    const [from, to] = [last.current, item.api_id].map((id) =>
      page.findIndex(({ api_id }) => api_id === id),
    ) as [number, number];
    const start = isRange && from >= 0 ? from : to;
    const affected = page.slice(Math.min(start, to), Math.max(start, to) + 1);
    last.current = item.api_id;
    setSelected(selection, page, affected, !selection.has(item));
  };
  return { selection, page, toggle };
}

/** Deselecting one of all keeps the other visible rows. */
function setSelected<Item extends ApiRow>(
  { rows, all, select }: Selection<Item>,
  page: readonly Item[],
  affected: readonly Item[],
  isSelected: boolean,
): void {
  const changed = new Set(affected.map(({ api_id }) => api_id));
  const others = [...(all ? page : rows.values())].filter(({ api_id }) => !changed.has(api_id));
  select(isSelected ? [...others, ...affected] : others);
}

type RowCheckboxProps<Item extends ApiRow> = { pageSelection: PageSelection<Item>; item: Item };

export function RowCheckbox<Item extends ApiRow>({ pageSelection, item }: RowCheckboxProps<Item>) {
  const t = useTranslate();
  const id = `${item.api_id}-pick`;
  const isShiftClick = ({ nativeEvent }: ChangeEvent) => (nativeEvent as MouseEvent).shiftKey;
  return (
    // A click with Shift would select the text between.
    <label
      className={classes.pick}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <input
        type="checkbox"
        id={id}
        aria-label={t("table.select")}
        aria-labelledby={`${id} ${nameId(item)}`}
        checked={pageSelection.selection.has(item)}
        onChange={(event) => pageSelection.toggle(item, isShiftClick(event))}
      />
    </label>
  );
}

export function PageCheckbox<Item extends ApiRow>({
  pageSelection,
}: {
  pageSelection: PageSelection<Item>;
}) {
  const t = useTranslate();
  const { selection, page } = pageSelection;
  const count = page.filter(selection.has).length;
  const isAllSelected = count === page.length;
  return (
    <label className={classes.pick}>
      <input
        type="checkbox"
        aria-label={t("table.select_page")}
        checked={isAllSelected}
        ref={(checkbox) => {
          if (checkbox) checkbox.indeterminate = count > 0 && !isAllSelected;
        }}
        onChange={() => setSelected(selection, page, page, !isAllSelected)}
      />
    </label>
  );
}
